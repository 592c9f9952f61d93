// SPDX-License-Identifier: Apache-2.0
// sum over u of [(N_1/N_p) W_p(u) - W_1(u)], the same for R, and S_p - S_1: the same work, slower
// or faster per unit on p threads (memory, caches, clock rate, neighbours). Negative is legal: the
// data may fit into p caches.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void post(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, b.many.serial - b.one.serial});
  postEach(b.many, out, [&](const NodeBalance &n, int key) -> Ticks {
    CountRatio ratio = countRatio(b, key);
    if (!ratio.paired || isOpaque(b.keys->node(key)))
      return 0;
    const NodeBalance &one = b.one.nodes[key];
    return scaledByCount(n.work, ratio.one, ratio.many) - one.work +
           scaledByCount(n.region, ratio.one, ratio.many) - one.region;
  });
}

extern const Overhead work_rate_overhead;
const Overhead work_rate_overhead = {
    category::work_rate,
    {State::W, State::R, State::S},
    post,
    "the machine was disturbed in one of the two runs; trust its sum with additional computation"};

} // namespace tare
