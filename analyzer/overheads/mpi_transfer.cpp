// SPDX-License-Identifier: Apache-2.0
// T - T_0, docs/explanation/jobs.md: the network, and MPI itself.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postMpiTransfer(const Balances &b, std::vector<Posting> &out) {
  postMpi(b, &MpiRows::transfer, State::MpiTransfer, out);
}

extern const Overhead mpi_transfer_overhead;
const Overhead mpi_transfer_overhead = {
    .category = category::mpi_transfer,
    .states = {State::MpiTransfer},
    .wrong_when = "the library of MPI makes progress only inside of its calls, and another rank "
                  "waits for that",
    .formula = postMpiTransfer,
    .applies = [](const Balances &b) { return b.many.ranks > 0; },
};

} // namespace tare
