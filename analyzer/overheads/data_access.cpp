// SPDX-License-Identifier: Apache-2.0
// The part of the work rate that is not the cores' clock: the same work takes more cycles on p
// threads, so it waits for data (caches, memory, a neighbour on the core). Needs hardware counters
// in both runs: sum over u of g (N_1/N_p) W_p(u) - W_1(u), g = clock rate on p threads / on one.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/work_inflation.h"

namespace tare {

static void postDataAccess(const Balances &b, std::vector<Posting> &out) {
  if (!b.clock_ratio)
    return;
  out.push_back({Posting::program, serialInflation(b).data});
  postEach(b.many, out, [&](const NodeBalance &, int key) { return inflationAt(b, key).data; });
}

extern const Overhead data_access_overhead;
const Overhead data_access_overhead = {
    .category = category::data_access,
    .states = work_states,
    .wrong_when =
        "the clock's rate was another in waits than in work: one rate is known for the whole run",
    .formula = postDataAccess,
    .needs_too = "S",
    .applies = [](const Balances &b) { return b.clock_ratio.has_value(); },
};

} // namespace tare
