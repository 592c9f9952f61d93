// SPDX-License-Identifier: Apache-2.0
// Loops of the user's that spin on a flag until another thread writes it, and waits at barriers for
// a thread that was late because it had spun.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead user_waits_overhead;
const Overhead user_waits_overhead = {
    .category = category::user_waits,
    .states = {State::UserWait, State::WaitUser},
    .wrong_when = "a loop does work while it waits, or reads its flag without a flush, an atomic "
                  "or a volatile",
};

} // namespace tare
