// SPDX-License-Identifier: Apache-2.0
// D: handing out the sections of a sections construct. Chunks of loops are not bracketed in this
// version: their dispatch stays in the loop.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void post(const Balances &b, std::vector<Posting> &out) {
  postEach(b.many, out, [](const NodeBalance &n, int) { return n.scheduling; });
}

extern const Overhead user_scheduling_overhead;
const Overhead user_scheduling_overhead = {
    category::user_scheduling,
    {State::D},
    post,
    "schedule(dynamic) with small chunks: the dispatch is inside the loop's time"};

} // namespace tare
