// SPDX-License-Identifier: Apache-2.0
// Q: fetching a task although some are ready.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead runtime_scheduling_overhead;
const Overhead runtime_scheduling_overhead = {
    .category = category::runtime_scheduling,
    .states = {State::Fetching},
    .wrong_when = "tasks are so short that not every gap between them was looked at: a sample "
                  "stands for the rest",
};

} // namespace tare
