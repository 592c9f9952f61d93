// SPDX-License-Identifier: Apache-2.0
// Which statement of one function is which statement of another version of it.
#pragma once

#include "instrumenter/nodes/pairing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

/// A statement, in source order: parents before children.
struct Item {
  int node = -1;   // in its tree
  int parent = -1; // item around
  int end = 0;     // behind the last item inside
  bool is_loop = false;
  uint64_t exact = 0, shape = 0, header = 0;
  std::string range;            // of a loop: "i in 0..n - 1"
  uint64_t calls = 0;           // what a loop calls
  std::vector<uint32_t> shapes; // of the statements inside, where no items stand for them
};

struct ItemMatch {
  int other = -1; // -1: none
  PairedBy by = PairedBy::Exact;
};

/// For each item of the parallel function its counterpart in the serial one.
std::vector<ItemMatch> matchStatements(const std::vector<Item> &serial,
                                       const std::vector<Item> &parallel);

} // namespace tare
