// SPDX-License-Identifier: Apache-2.0
// Z + B_skew after a release: from the last arrival until each thread goes on, and waits at the
// next barrier that come from leaving this one unevenly.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.release + n.skew_release; }

static void post(const Balances &b, std::vector<Posting> &out) { postStates(b.many, out, states); }

extern const Overhead barriers_overhead;
const Overhead barriers_overhead = {
    category::barriers,
    {State::B, State::Z},
    post,
    states,
    "there are more threads than cores: a release then waits for a core, and counts here as far as "
    "the run-queue delay does not cover it"};

} // namespace tare
