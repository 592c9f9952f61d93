// SPDX-License-Identifier: Apache-2.0
// D_r, docs/explanation/jobs.md: starting and ending MPI, and the job's time before a rank begins
// and after it ends.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static void postMpiStart(const Balances &b, std::vector<Posting> &out) {
  postMpi(b, &MpiRows::start_and_end, State::MpiStart, out);
}

extern const Overhead mpi_start_overhead;
const Overhead mpi_start_overhead = {
    .category = category::mpi_start,
    .states = {State::MpiStart},
    .wrong_when = "ranks of one node begin at different times because the launcher starts one "
                  "after the other",
    .formula = postMpiStart,
    .applies = [](const Balances &b) { return b.many.ranks > 0; },
};

} // namespace tare
