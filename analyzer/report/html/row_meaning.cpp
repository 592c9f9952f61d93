// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/row_meaning.h"

#include "analyzer/ledger/categories.h"

#include <algorithm>
#include <iterator>

namespace tare {
namespace {

struct RowMeaning {
  std::string_view category, words;
};

constexpr RowMeaning meanings[] = {
    {category::work_rate, "the same work takes longer when threads run together: shared memory, "
                          "caches, a lower clock. Negative: it takes less"},
    {category::data_access,
     "the part of that which the clock rate does not explain: data come from farther away"},
    {category::locks, "threads wait for a critical section, an ordered one or a lock"},
    {category::barriers, "going on from a barrier, once all threads are there"},
    {category::user_waits, "threads spin in loops of the program that wait for a flag"},
    {category::load_imbalance, "threads wait at a barrier for one that has more to do"},
    {category::replicated_work, "every thread does the same work again"},
    {category::unparallelised, "code outside of parallel regions: the other threads have nothing "
                               "to do meanwhile"},
    {category::partially_parallelised, "single, master, or too few iterations, sections or tasks "
                                       "for all threads"},
    {category::user_scheduling, "setting loops up, and handing out their iterations"},
    {category::runtime_scheduling, "a thread has no task to run although one is ready"},
    {category::task_creation, "creating tasks, without what they do"},
    {category::fork_join, "starting and ending teams of threads"},
    {category::startup, "the first region of a run starts the OpenMP runtime"},
    {category::additional_computation, "code that the OpenMP program executes, and what it is "
                                       "compared with does not. Negative: it executes less"},
    {category::instruction_level,
     "the same code, compiled to something slower with OpenMP. Negative: to something faster"},
    {category::mpi_start, "MPI_Init and MPI_Finalize, and ranks that begin later or end earlier "
                          "than others"},
    {category::mpi_imbalance, "waiting in MPI for a rank that has more to do in the whole run"},
    {category::mpi_serialisation, "waiting in MPI for each other in turn, although no rank has "
                                  "more to do in the whole run"},
    {category::mpi_transfer, "messages that take time: what the job would save if they took none. "
                             "Negative at a place: it would wait longer there"},
    {category::off_cpu, "other processes have the CPU, or there are more threads than CPUs"},
    {category::own_cost, "Tare itself: the first touch of its memory in a region"},
    {category::unidentified, "what is left when all other rows are taken from T_p - T_s / p"},
};

} // namespace

std::string_view meaningOf(std::string_view category) {
  auto found = std::ranges::find(meanings, category, &RowMeaning::category);
  return found == std::end(meanings) ? std::string_view() : found->words;
}

} // namespace tare
