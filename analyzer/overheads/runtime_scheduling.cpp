// SPDX-License-Identifier: Apache-2.0
// Q: fetching a task although some are ready.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.fetching; }

static void post(const Balances &b, std::vector<Posting> &out) { postStates(b.many, out, states); }

extern const Overhead runtime_scheduling_overhead;
const Overhead runtime_scheduling_overhead = {category::runtime_scheduling,
                                              {State::Q},
                                              post,
                                              states,
                                              "tasks are so short that not every gap between them "
                                              "was looked at: a sample stands for the rest"};

} // namespace tare
