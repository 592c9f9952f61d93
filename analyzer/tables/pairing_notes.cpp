// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/pairing_notes.h"

#include "analyzer/ledger/lines.h"
#include "base/quantity.h"

#include <cmath>

namespace tare {

namespace {

std::string unpairedText(const PairingCoverage &pairing, double serial_s,
                         const std::string &apart) {
  return std::to_string(pairing.unpaired) + " of " +
         std::to_string(pairing.paired + pairing.unpaired) +
         " constructs (a region and its loop are two, loops of its code count as well) have no "
         "twin in the serial program; they did " +
         tenthPercent(pairing.unpaired_work_s / serial_s) + " of T_s on one thread" +
         (apart.empty() ? "" : "; " + apart);
}

/// What its probes may have taken explains it, or does not.
std::string longerText(const PairingCoverage &pairing, const SerialRunTimes &serial) {
  std::string text =
      "with probes the serial program took " + tenthPercent(pairing.probed_ratio - 1) + " longer";
  bool is_wider = SlowedTwins(serial).any();
  if (!is_wider || !(serial.probes_s > 0))
    return text + ": its share of constructs that are short is too large" +
           (is_wider ? "; what its probes take is not known, so single constructs have wider bands "
                       "of what they compute more"
                     : "");
  return text +
         ", more than its probes take: its code is slower, by what the compiler makes of "
         "it or by where it lies. Where is not known, so single constructs have wider bands "
         "of what they compute more; the sums are those of the plain programs" +
         (serial.aligned ? "" : ". Compile all programs with -falign-functions=64 and weigh again");
}

} // namespace

std::vector<std::string> pairingNotes(const PairingCoverage &pairing, const SerialRunTimes &serial,
                                      const std::string &apart) {
  constexpr double worth_telling = 1.05;
  std::vector<std::string> notes;
  if (pairing.unpaired && serial.plain_s > 0)
    notes.push_back(unpairedText(pairing, serial.plain_s, apart));
  if (pairing.probed_ratio > worth_telling)
    notes.push_back(longerText(pairing, serial));
  return notes;
}

std::string serialFaultsText(const Table &table, const RunCounts &probed) {
  constexpr double of_time = 0.01, longer = 1.05;
  const std::optional<double> &plain = table.serial_counts.faults, &with = probed.faults;
  if (!plain || !with)
    return "";
  double time = timeOfFaults(*with - *plain, 1);
  if (std::abs(time) < of_time * table.serial_time.time_s)
    return "";
  bool is_kept = time > 0 && table.pairing && table.pairing->probed_ratio > longer;
  return "the serial program has " + countText(*plain) + " page faults, with probes " +
         countText(*with) + ": " +
         (is_kept ? "its compiler drops work there that it keeps with probes (zeroing what was "
                    "just allocated, say)"
                  : "its memory is taken and given back otherwise there, and that is in the times "
                    "of its constructs");
}

} // namespace tare
