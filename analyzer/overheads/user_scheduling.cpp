// SPDX-License-Identifier: Apache-2.0
// D: handing out the sections of a sections construct; a thread's way to its first iteration of a
// loop; and, as an estimate from sampled gaps between iterations, handing out the others.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead user_scheduling_overhead;
const Overhead user_scheduling_overhead = {
    .category = category::user_scheduling,
    .states = {State::Scheduling},
    .wrong_when = "a loop with a short body has schedule(dynamic, n) with n > 1: handing out "
                  "its iterations then counts as its work",
};

} // namespace tare
