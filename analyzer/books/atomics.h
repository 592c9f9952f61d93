// SPDX-License-Identifier: Apache-2.0
// How often atomic constructs are executed in other constructs, in their text and by calls.
#pragma once

#include "analyzer/books/balances.h"

#include <cstdint>
#include <vector>

namespace tare {

struct AtomicsIn {
  uint64_t executions = 0; // of all, by any calls
  uint64_t called = 0;     // of these, those outside of the construct's text
  int key = -1;            // of `called`, the one that is executed most; none: -1
  uint64_t most = 0;       // executions of that one
};

/// At each construct, by key. Of a function that several constructs call, nobody knows which of
/// them executed how many: they are those of what is around all of these.
std::vector<AtomicsIn> atomicsIn(const RunBalance &run, const KeyTable &keys);

} // namespace tare
