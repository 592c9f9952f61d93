// SPDX-License-Identifier: Apache-2.0
// F + J + B_skew after a fork: from the fork until each thread starts, from the last arrival at
// the region's end until the join, and waits that come from starting unevenly.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead fork_join_overhead;
const Overhead fork_join_overhead = {
    .category = category::fork_join,
    .states = {State::Fork, State::Join, State::SkewFork},
    .wrong_when = "a region has a reduction: it is combined before the join and counts as join",
};

} // namespace tare
