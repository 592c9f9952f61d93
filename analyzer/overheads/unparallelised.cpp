// SPDX-License-Identifier: Apache-2.0
// (p-1)(S_p + Y_S): while the initial thread runs serial code, p-1 threads have nothing to
// do; of a job p is that of a rank. The paper's equation (2) with the measured serial time for
// (1-alpha)T_s. Serial loops and calls that have probes get their own part.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postUnparallelised(const Balances &b, std::vector<Posting> &out) {
  Ticks elsewhere = b.many.serial + b.many.serial_off_cpu;
  for (const NodeBalance &n : b.many.nodes)
    elsewhere -= n[State::Serial];
  out.push_back({Posting::program, (b.many.serialThreads() - 1) * elsewhere});
  postEach(b.many, out, [&](const NodeBalance &n, int) {
    return (b.many.serialThreads() - 1) * n[State::Serial];
  });
}

extern const Overhead unparallelised_overhead;
const Overhead unparallelised_overhead = {
    .category = category::unparallelised,
    .wrong_when = "threads of the program's own (not OpenMP's) do part of the serial work",
    .formula = postUnparallelised,
    .needs_too = "SY",
};

} // namespace tare
