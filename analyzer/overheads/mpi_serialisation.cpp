// SPDX-License-Identifier: Apache-2.0
// T_0 - B, docs/explanation/jobs.md: ranks wait for each other although none has more to do.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postMpiSerialisation(const Balances &b, std::vector<Posting> &out) {
  postMpi(b, &MpiRows::serialisation, State::MpiSerialisation, out);
}

extern const Overhead mpi_serialisation_overhead;
const Overhead mpi_serialisation_overhead = {
    .category = category::mpi_serialisation,
    .states = {State::MpiSerialisation},
    .wrong_when = "messages were received in another order than they would be if they took no time",
    .formula = postMpiSerialisation,
    .applies = [](const Balances &b) { return b.many.ranks > 0; },
};

} // namespace tare
