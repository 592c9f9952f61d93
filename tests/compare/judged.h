// SPDX-License-Identifier: Apache-2.0
// What a gate says of two ledgers.
#pragma once

#include "analyzer/compare/verdict.h"
#include "fake_ledger.h"

namespace tare::test {

inline GateResult judgedAs(const std::string &gate, const Ledger &base, const Ledger &head) {
  return evaluateGate(parseGate(gate).value(), compareLedgers(base, head).value());
}

} // namespace tare::test
