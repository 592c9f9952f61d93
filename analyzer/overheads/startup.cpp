// SPDX-License-Identifier: Apache-2.0
// F and its skew at the first region of the run: the OpenMP runtime starts and creates threads.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead startup_overhead;
const Overhead startup_overhead = {
    .category = category::startup,
    .states = {State::Startup},
    .wrong_when = "the first region was sampled out of the log: its fork is then in fork_join",
};

} // namespace tare
