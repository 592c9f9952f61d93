// SPDX-License-Identifier: Apache-2.0
// P_p: set-up of the measuring runtime inside the window (files, first touch). The cost of the
// probes themselves is not in here: it is the disagreement of instrumented and plain runs, a part
// of unidentified.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void post(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, b.many.probe + b.many.serial_probe});
}

extern const Overhead own_cost_overhead;
const Overhead own_cost_overhead = {
    category::own_cost, {State::P}, post, "never: it is measured by the same clock"};

} // namespace tare
