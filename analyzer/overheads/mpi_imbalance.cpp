// SPDX-License-Identifier: Apache-2.0
// B - B_r, docs/explanation/jobs.md: a rank has less to do than the busiest one.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postMpiImbalance(const Balances &b, std::vector<Posting> &out) {
  postMpi(b, &MpiRows::imbalance, State::MpiImbalance, out);
}

extern const Overhead mpi_imbalance_overhead;
const Overhead mpi_imbalance_overhead = {
    .category = category::mpi_imbalance,
    .states = {State::MpiImbalance},
    .wrong_when = "each phase has another late rank: the ranks have as much to do in all, and the "
                  "waits are serialisation",
    .formula = postMpiImbalance,
    .applies = [](const Balances &b) { return b.many.ranks > 0; },
};

} // namespace tare
