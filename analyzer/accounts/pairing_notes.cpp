// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/pairing_notes.h"

#include "base/quantity.h"

namespace tare {

namespace {

std::string unpairedText(const Pairing &pairing, double serial_s, const std::string &apart) {
  return std::to_string(pairing.unpaired) + " of " +
         std::to_string(pairing.paired + pairing.unpaired) +
         " constructs (a region and its loop are two, loops of its code count as well) have no "
         "twin in the serial program; they did " +
         tenthPercent(pairing.unpaired_work_s / serial_s) + " of T_s on one thread" +
         (apart.empty() ? "" : "; " + apart);
}

/// What its probes may have taken explains a third of it, or does not.
std::string longerText(const Pairing &pairing, const SerialRunTimes &serial) {
  double longer = pairing.probed_ratio - 1;
  std::string text = "with probes the serial program took " + tenthPercent(longer) + " longer";
  if (!(serial.probes_s > 0) || serial.probes_s > longer * serial.plain_s / 3)
    return text + ": its share of constructs that are short is too large";
  return text + ", more than its probes take: its code is slower, by what the compiler makes of "
                "it or by where it lies, so what single constructs took in it may be wrong; "
                "compile all programs with -falign-functions=64";
}

} // namespace

std::vector<std::string> pairingNotes(const Pairing &pairing, const SerialRunTimes &serial,
                                      const std::string &apart) {
  constexpr double worth_telling = 1.05;
  std::vector<std::string> notes;
  if (pairing.unpaired && serial.plain_s > 0)
    notes.push_back(unpairedText(pairing, serial.plain_s, apart));
  if (pairing.probed_ratio > worth_telling)
    notes.push_back(longerText(pairing, serial));
  return notes;
}

} // namespace tare
