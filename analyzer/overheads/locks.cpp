// SPDX-License-Identifier: Apache-2.0
// L + B_lock: waiting for a critical, an ordered or a lock routine and giving it back, and waits at
// barriers for a thread that was late because it had waited for a lock.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

namespace tare {

extern const Overhead locks_overhead;
const Overhead locks_overhead = {
    .category = category::locks,
    .states = {State::Lock, State::WaitLock},
    .wrong_when = "locks belong to other libraries (pthread mutexes): their waits stay in the work",
};

} // namespace tare
