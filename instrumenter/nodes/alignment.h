// SPDX-License-Identifier: Apache-2.0
// Longest common subsequence of two sequences of hashes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tare {

/// Pairs of equal elements, rising on both sides. What occurs once on both sides is matched first
/// (a patience diff): it says more than what occurs everywhere. A 0 matches nothing. Stretches too
/// long for the exact method (2,000 x 2,000 and beyond) keep only those first matches.
std::vector<std::pair<int, int>> alignSequences(const std::vector<uint64_t> &first,
                                                const std::vector<uint64_t> &second);

} // namespace tare
