// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/archive_questions.h"

#include "analyzer/archive/bulk.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/formats/formats.h"
#include "base/text.h"
#include "driver/files_source.h"

#include <algorithm>

namespace tare {
namespace {

std::string member(const char *name, const std::string &value) {
  return ", \"" + std::string(name) + "\": " + jsonQuoted(value);
}

} // namespace

ArchiveQuestion queryQuestionOf(const ArchiveOptions &options) {
  return {.application = options.application,
          .parameters = options.parameters,
          .threads = options.threads,
          .since = options.since,
          .machine = options.machine,
          .category = options.row,
          .construct = options.construct,
          .latest = options.latest};
}

ArchiveQuestion trendQuestionOf(const ArchiveOptions &options) {
  ArchiveQuestion question = queryQuestionOf(options);
  question.application = options.words.at(0);
  return question;
}

std::string listJson(const std::vector<KeptLedger> &kept) {
  std::string json = "{\n \"schema\": \"" + schemaOf(formats::listing) + "\",\n \"ledgers\": [";
  for (size_t i = 0; i < kept.size(); ++i) {
    const KeptLedger &each = kept[i];
    json += std::string(i ? "," : "") + "\n  {\"id\": " + std::to_string(each.id) +
            member("hash", each.sha256) + member("application", each.application) +
            member("owner", each.owner) + member("version", each.version) +
            member("commit", each.source_commit) + member("measured_utc", each.measured_utc) +
            member("added_utc", each.added_utc) + member("format", each.format) +
            member("machine", each.machine) + member("compiler", each.compiler) +
            member("openmp_runtime", each.openmp_runtime) + ", \"threads\": [" + each.threads +
            "], \"parameters\": " + (each.parameters.empty() ? "{}" : each.parameters) + "}";
  }
  return json + "\n ]\n}\n";
}

/// In the order in which `tare model` finds them as files.
Result<std::vector<NamedLedger>> modelledLedgers(Archive &archive, const std::string &application,
                                                 size_t most) {
  TARE_TRY(std::vector<KeptLedger> kept, archive.list(application));
  std::erase_if(kept,
                [](const KeptLedger &each) { return !isOfFormat(formats::table, each.format); });
  if (kept.empty())
    return Error{"the archive has no table of this application", application};
  if (kept.size() > most)
    return Error{"it has " + std::to_string(kept.size()) + " tables, and at most " +
                     std::to_string(most) + " are modelled at once",
                 application, "tare archive tables writes all of them, for tare model"};
  std::ranges::sort(kept, {}, [](const KeptLedger &each) { return std::to_string(each.id); });
  std::vector<NamedLedger> ledgers;
  for (const KeptLedger &each : kept) {
    const std::string name = "ledger " + std::to_string(each.id) + " of " + application;
    TARE_TRY(std::string text, archive.textOf(each.id));
    TARE_TRY(Ledger ledger, placedAt(name, readLedger(text)));
    TARE_DO(checkForModels(ledger, name));
    ledgers.push_back({name, std::make_shared<const Ledger>(std::move(ledger))});
  }
  return ledgers;
}

} // namespace tare
