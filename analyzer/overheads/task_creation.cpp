// SPDX-License-Identifier: Apache-2.0
// C: creating tasks, the body of one that runs inside its creation not included.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.creation; }

static void post(const Balances &b, std::vector<Posting> &out) { postStates(b.many, out, states); }

extern const Overhead task_creation_overhead;
const Overhead task_creation_overhead = {
    category::task_creation,
    {State::C},
    post,
    states,
    "tasks are those of a taskloop that is timed from outside: their creation is in its time"};

} // namespace tare
