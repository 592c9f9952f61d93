// SPDX-License-Identifier: Apache-2.0
// What is said of the serial program with probes: constructs without a twin, and how much longer
// it took.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

struct SerialRunTimes {
  double plain_s = 0;  // T_s
  double probes_s = 0; // what the probes take at most; 0: not known
};

/// `apart`: how the files of both programs differ; empty: they do not, or nothing tells.
std::vector<std::string> pairingNotes(const Pairing &pairing, const SerialRunTimes &serial,
                                      const std::string &apart);

} // namespace tare
