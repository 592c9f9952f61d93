// SPDX-License-Identifier: Apache-2.0
// The names that somebody may have meant, for messages about a name that is not known.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Letters to add, drop or change. Cost: the product of the lengths.
size_t editDistance(std::string_view a, std::string_view b);

/// At most `most` of the known names, the nearest to `wanted` first: by letters to change, but a
/// path whose end is the other one counts as the same. Only the first 500 bytes of a name count.
std::vector<std::string> nearestNames(const std::string &wanted, const std::set<std::string> &known,
                                      size_t most = 3);

} // namespace tare
