// SPDX-License-Identifier: Apache-2.0
// (Y_p - Y_s) - X: thread time on the run queue without a core, less the thread time beyond p.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.off_cpu - n.surplus; }

static void post(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, b.many.serial_off_cpu - b.serial_off_cpu});
  postStates(b.many, out, states);
}

extern const Overhead off_cpu_overhead;
const Overhead off_cpu_overhead = {
    category::off_cpu,
    {State::Y, State::X},
    post,
    states,
    "the system tells no run-queue delay (schedstat): it then stays where it was suffered"};

} // namespace tare
