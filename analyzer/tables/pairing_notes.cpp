// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/pairing_notes.h"

#include "analyzer/ledger/lines.h"

#include <cmath>

namespace tare {

namespace {

Note unpairedNote(const PairingCoverage &pairing, double serial_s, const FoldersApart &apart) {
  Note note{.rule = "unpaired",
            .figures = {{"unpaired", pairing.unpaired},
                        {"constructs", pairing.paired + pairing.unpaired},
                        {"share", pairing.unpaired_work_s / serial_s}}};
  if (!apart.serial.empty()) {
    note.figures.emplace_back("folder", apart.serial);
    note.figures.emplace_back("parallel_folder", apart.parallel);
  }
  return note;
}

/// What its probes may have taken explains it, or does not.
Note longerNote(const PairingCoverage &pairing, const SerialRunTimes &serial) {
  bool is_wider = SlowedCounterparts(serial).any(), is_slowed = is_wider && serial.probes_s > 0;
  return {.rule = is_slowed ? "serial-slowed" : "serial-longer",
          .figures = {{"longer", pairing.probed_ratio - 1},
                      {"wider", is_wider},
                      {"unaligned", !serial.aligned}}};
}

} // namespace

std::vector<Note> pairingNotes(const PairingCoverage &pairing, const SerialRunTimes &serial,
                               const FoldersApart &apart) {
  constexpr double worth_telling = 1.05;
  std::vector<Note> notes;
  if (pairing.unpaired && serial.plain_s > 0)
    notes.push_back(unpairedNote(pairing, serial.plain_s, apart));
  if (pairing.probed_ratio > worth_telling)
    notes.push_back(longerNote(pairing, serial));
  return notes;
}

std::optional<Note> serialFaultsNote(const Table &table, const RunCounts &probed) {
  constexpr double of_time = 0.01, longer = 1.05;
  const std::optional<double> &plain = table.serial_counts.faults, &with = probed.faults;
  if (!plain || !with)
    return std::nullopt;
  double time = timeOfFaults(*with - *plain, 1);
  if (std::abs(time) < of_time * table.serial_time.time_s)
    return std::nullopt;
  bool is_kept = time > 0 && table.pairing && table.pairing->probed_ratio > longer;
  return Note{.rule = "serial-page-faults",
              .figures = {{"plain", *plain}, {"probed", *with}, {"kept", is_kept}}};
}

} // namespace tare
