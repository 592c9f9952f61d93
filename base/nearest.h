// SPDX-License-Identifier: Apache-2.0
// Names that are most like one that is not known: for messages about typing errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Letters to add, drop or change (Levenshtein). Time and memory grow with the product of lengths.
size_t editDistance(std::string_view a, std::string_view b);

/// At most `most` of `names`, the most alike first, each once. A name that ends in the wanted one,
/// or the other way round, behind a '/' or '.', comes first.
std::vector<std::string> nearestNames(std::string_view wanted,
                                      const std::vector<std::string> &names, size_t most);

} // namespace tare
