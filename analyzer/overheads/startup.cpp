// SPDX-License-Identifier: Apache-2.0
// F and its skew at the first region of the run: the OpenMP runtime starts and creates threads.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

static Ticks states(const NodeBalance &n) { return n.startup; }

static void post(const Balances &b, std::vector<Posting> &out) { postStates(b.many, out, states); }

extern const Overhead startup_overhead;
const Overhead startup_overhead = {category::startup,
                                   {State::F, State::B},
                                   post,
                                   states,
                                   "the first region was sampled out of the log, or the run was "
                                   "cut off in it: its fork is then in "
                                   "fork_join"};

} // namespace tare
