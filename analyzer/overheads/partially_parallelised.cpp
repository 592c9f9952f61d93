// SPDX-License-Identifier: Apache-2.0
// E + sum of B_part + I: threads that a team lacks (num_threads, if(0), serialised nesting), and
// waits for single, master, a section, a loop with
// fewer iterations than threads, or at a barrier for the first task and after the last one.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead partially_parallelised_overhead;
const Overhead partially_parallelised_overhead = {
    .category = category::partially_parallelised,
    .states = {State::Missing, State::WaitPart, State::LackOfTasks},
    .wrong_when = "the log was sampled, and a small team leaves its CPUs to a nested one: they "
                  "count as lacking",
};

} // namespace tare
