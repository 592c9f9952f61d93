// SPDX-License-Identifier: Apache-2.0
// Which serial code each construct was paired with, for people and for scripts.
#pragma once

#include "instrumenter/nodes/pairing.h"

#include <string>

namespace tare {

/// Two programs with the pairs of their constructs.
struct PairedPrograms {
  std::vector<NodeTree> serial, parallel;
  Pairing pairing;
};

/// Lines of at most 80 columns, as far as paths allow.
std::string pairingText(const PairedPrograms &programs);

/// JSON `tare.pairs/1`.
std::string pairingJson(const PairedPrograms &programs);

} // namespace tare
