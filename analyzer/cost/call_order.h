// SPDX-License-Identifier: Apache-2.0
// Functions in an order in which callers come before what they call.
#pragma once

#include <cstddef>
#include <vector>

namespace tare {

/// Functions that call each other in a circle, or one that does not.
struct CallGroup {
  std::vector<size_t> functions;
  bool recursive = false;
};

/// `callees[f]`: what f calls, each any number of times. Every function is in one group.
std::vector<CallGroup> callOrder(const std::vector<std::vector<size_t>> &callees);

} // namespace tare
