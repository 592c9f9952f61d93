// SPDX-License-Identifier: Apache-2.0
// The one place where an overhead is registered.
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead locks_overhead, barriers_overhead, user_waits_overhead, work_rate_overhead,
    load_imbalance_overhead, replicated_work_overhead, unparallelised_overhead,
    partially_parallelised_overhead, user_scheduling_overhead, runtime_scheduling_overhead,
    task_creation_overhead, fork_join_overhead, startup_overhead, additional_computation_overhead,
    data_access_overhead, instruction_level_overhead, mpi_start_overhead, mpi_imbalance_overhead,
    mpi_serialisation_overhead, mpi_transfer_overhead, off_cpu_overhead, own_cost_overhead,
    unidentified_overhead;

const std::vector<const Overhead *> &allOverheads() {
  static const std::vector<const Overhead *> all = {
      &work_rate_overhead,
      &data_access_overhead,
      &locks_overhead,
      &barriers_overhead,
      &user_waits_overhead,
      &load_imbalance_overhead,
      &replicated_work_overhead,
      &unparallelised_overhead,
      &partially_parallelised_overhead,
      &user_scheduling_overhead,
      &runtime_scheduling_overhead,
      &task_creation_overhead,
      &fork_join_overhead,
      &startup_overhead,
      &additional_computation_overhead,
      &instruction_level_overhead,
      &mpi_start_overhead,
      &mpi_imbalance_overhead,
      &mpi_serialisation_overhead,
      &mpi_transfer_overhead,
      &off_cpu_overhead,
      &own_cost_overhead,
      &unidentified_overhead,
  };
  return all;
}

std::vector<Posting> Overhead::postings(const Balances &balances) const {
  std::vector<Posting> postings;
  if (formula)
    formula(balances, postings);
  else
    postStates(balances.many, states, postings);
  return postings;
}

} // namespace tare
