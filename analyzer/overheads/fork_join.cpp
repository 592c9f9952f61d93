// SPDX-License-Identifier: Apache-2.0
// F + J + B_skew after a fork: from the fork until each thread starts, from the last arrival at
// the region's end until the join, and waits that come from starting unevenly.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.fork + n.join + n.skew_fork; }

static void post(const Balances &b, std::vector<Posting> &out) { postStates(b.many, out, states); }

extern const Overhead fork_join_overhead;
const Overhead fork_join_overhead = {
    category::fork_join,
    {State::F, State::J, State::B},
    post,
    states,
    "a region has a reduction: it is combined before the join and counts as join"};

} // namespace tare
