// SPDX-License-Identifier: Apache-2.0
// What the standard library lacks for lists.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

namespace tare {

/// Appends `item` unless the list has it.
template <class T> void addOnce(std::vector<T> &list, std::type_identity_t<T> item) {
  if (std::ranges::find(list, item) == list.end())
    list.push_back(std::move(item));
}

template <class T> void append(std::vector<T> &list, const std::vector<T> &more) {
  list.insert(list.end(), more.begin(), more.end());
}

} // namespace tare
