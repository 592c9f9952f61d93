// SPDX-License-Identifier: Apache-2.0
// P_p: set-up of the measuring runtime inside regions (a worker's first touch of its memory). Its
// set-up in serial code, P_S, lengthens the run by exactly its duration and is taken out of it
// instead (see unidentified). A profile in approximated time (analyzer/perturbation) has neither.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postOwnCost(const Balances &b, std::vector<Posting> &out) {
  out.push_back({Posting::program, b.many.probe});
}

extern const Overhead own_cost_overhead;
const Overhead own_cost_overhead = {
    .category = category::own_cost,
    .wrong_when = "it is taken for all that measuring costs: what the probes take beyond their "
                  "calibrated cost is unexplained",
    .formula = postOwnCost,
    .needs_too = "P",
};

} // namespace tare
