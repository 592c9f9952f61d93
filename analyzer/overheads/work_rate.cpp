// SPDX-License-Identifier: Apache-2.0
// sum over u of [(N_1/N_p) W_p(u) - W_1(u)], the same for R, and S_p - S_1: the same work, slower
// or faster per unit on p threads (memory, caches, clock rate, neighbours). Negative is legal: the
// data may fit into p caches. Where counters tell the cores' clock, only its part is here, and the
// rest is data_access.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/work_inflation.h"

namespace tare {

static void postWorkRate(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, serialInflation(b).clock});
  postEach(b.many, out, [&](const NodeBalance &, int key) { return inflationAt(b, key).clock; });
}

extern const Overhead work_rate_overhead;
const Overhead work_rate_overhead = {
    .category = category::work_rate,
    .states = work_states,
    .wrong_when = "the machine was disturbed in one of the two runs; trust its sum with the "
                  "other rows of work inflation",
    .formula = postWorkRate,
    .needs_too = "S",
};

} // namespace tare
