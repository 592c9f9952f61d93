// SPDX-License-Identifier: Apache-2.0
// The median of a few values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tare {

/// Of an even number of values the upper one of the two in the middle; 0 for no values.
template <class Value> Value medianOf(std::vector<Value> values) {
  if (values.empty())
    return 0;
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace tare
