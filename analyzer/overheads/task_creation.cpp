// SPDX-License-Identifier: Apache-2.0
// C: creating tasks, the body of one that runs inside its creation not included.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead task_creation_overhead;
const Overhead task_creation_overhead = {
    .category = category::task_creation,
    .states = {State::Creation},
    .wrong_when =
        "tasks belong to a taskloop that is timed from outside: their creation is in its time",
};

} // namespace tare
