// SPDX-License-Identifier: Apache-2.0
// What to try where ranks of a job exchange messages.
#include "analyzer/advice/rule.h"
#include "analyzer/ledger/categories.h"

namespace tare {

std::vector<Rule> messageRules() {
  constexpr std::string_view mpi = "MPI 4.0, chapters 3 and 6";
  return {
      busyMachineRule("busy-mpi-start", category::mpi_start),
      {"mpi-start", category::mpi_start, mpi, always,
       "Give the job more work, or fewer ranks with more threads each. Starting and ending MPI "
       "takes as long however much there is to do."},
      busyMachineRule("busy-uneven-ranks", category::mpi_imbalance),
      {"uneven-ranks", category::mpi_imbalance,
       "POP, metrics of hybrid programs: process load balance", always,
       "Give all ranks as much work: the busiest one decides. Cut the data into parts of equal "
       "work, or hand it out while the program runs."},
      busyMachineRule("busy-late-partners", category::mpi_serialisation),
      {"late-partners", category::mpi_serialisation, mpi, always,
       "Let ranks work while they wait. Post receives early (MPI_Irecv), send what others wait for "
       "first, and wait at the end of the step."},
      busyMachineRule("busy-message-time", category::mpi_transfer),
      {"message-time", category::mpi_transfer, mpi, always,
       "Send fewer and larger messages, and let them travel while the ranks work (MPI_Isend and "
       "MPI_Irecv). Ranks of one node exchange faster."},
  };
}

} // namespace tare
