// SPDX-License-Identifier: Apache-2.0
// Paths may stand in any text of a ledger, identities among them, and have to stay the same in all
// of them: names are replaced in its JSON, as a whole.
#include "driver/redacted_ledger.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/note_text.h"
#include "driver/results/redaction.h"

namespace tare {
namespace {

void redactNotes(std::vector<Note> &notes, const Redaction &hidden) {
  for (Note &note : notes)
    note = asNote(hidden.sentence(quotedText(note)));
}

Result<Ledger> redacted(Ledger ledger) {
  Redaction hidden(ledger.machine.host);
  for (RunSummary &run : ledger.runs) {
    run.command = hidden.command(run.command);
    run.compiler = hidden.compile(run.compiler);
  }
  ledger.sources.clear();
  if (!ledger.machine.host.empty())
    ledger.machine.host = host_placeholder;
  TARE_TRY(Ledger read, readLedger(hidden.names(reportJson(ledger))));
  redactNotes(read.warnings, hidden);
  for (Table &table : read.tables)
    redactNotes(table.notes, hidden);
  return read;
}

} // namespace

Result<Ledger> shownLedger(Result<Ledger> ledger, bool redact) {
  return ledger.ok() && redact ? redacted(std::move(ledger).value()) : std::move(ledger);
}

std::string shownFolder(const std::string &folder, bool redact) {
  if (!redact)
    return folder;
  Result<Manifest> manifest = readManifest(folder);
  return Redaction(manifest.ok() ? manifest.value().machine.host : "").names(folder);
}

} // namespace tare
