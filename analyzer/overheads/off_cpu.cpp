// SPDX-License-Identifier: Apache-2.0
// (Y_p - Y_s) - X: thread time on the run queue without a core, less the thread time beyond p.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static constexpr StateSet states = {State::OffCpu, State::Surplus};

static void postOffCpu(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, b.many.serial_off_cpu - b.serial_off_cpu});
  postStates(b.many, states, out);
}

extern const Overhead off_cpu_overhead;
const Overhead off_cpu_overhead = {
    .category = category::off_cpu,
    .states = states,
    .wrong_when =
        "the system tells no run-queue delay (schedstat): it then stays where it was suffered",
    .formula = postOffCpu,
};

} // namespace tare
