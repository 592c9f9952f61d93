// SPDX-License-Identifier: Apache-2.0
// (W_1 + S_1 + R_1) - (T_s - Y_s): what the OpenMP program computes on one thread beyond the
// serial program, the runtime's own cost not included; plus work that there is more of on p
// threads, sum over u of W_p(u) (1 - N_1/N_p).
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void post(const Balances &b, std::vector<Posting> &out) {
  Ticks one = b.one.serial;
  for (const NodeBalance &n : b.one.nodes)
    one += n.work + n.region + n.opaque;
  out.push_back({Posting::program, one - (b.serial - b.serial_off_cpu)});
  postEach(b.many, out, [&](const NodeBalance &n, int key) -> Ticks {
    CountRatio ratio = countRatio(b, key);
    if (!ratio.paired || isOpaque(b.keys->node(key)))
      return 0;
    return n.work - scaledByCount(n.work, ratio.one, ratio.many);
  });
}

extern const Overhead additional_computation_overhead;
const Overhead additional_computation_overhead = {
    category::additional_computation,
    {State::W, State::S, State::R},
    post,
    "the serial program does other work than the OpenMP program, or its time drifted between runs"};

} // namespace tare
