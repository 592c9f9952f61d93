// SPDX-License-Identifier: Apache-2.0
// A list of edits that is applied once. Nested constructs insert at equal offsets. The order there
// is: ends before begins, inner ends first, outer begins first.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

struct Edit {
  enum class Order { End, Begin, Replace }; // at equal offsets, in this order
  uint32_t offset = 0;
  uint32_t removed = 0; // bytes of the original that the text replaces
  std::string text;
  Order order = Order::Begin;
  int depth = 0; // of the construct
  int rank = 0;  // within one construct at one offset: smaller first
};

/// Error when edits overlap or leave the text.
Result<std::string> applyEdits(const std::string &text, std::vector<Edit> edits);

} // namespace tare
