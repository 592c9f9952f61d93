// SPDX-License-Identifier: Apache-2.0
// What probes may have made of the waits for locks. A thread that passes probes holds a lock for
// longer, and all who wait for it wait as much longer; where a section is as short as its probes,
// they decide who waits for whom. analyzer/perturbation takes out what a queue of like threads
// says. This is how wrong that may be.
//
//   RunBalance -> [lock probes] -> RunBalance
#pragma once

#include "analyzer/books/balances.h"

namespace tare {

/// `run` with shorter waits where a thread had to wait: in proportion as the lock's probes, which
/// took `probes` ticks of thread time, are a part of them and of the time that locks were held. Its
/// area still is p times its window.
RunBalance withShorterLockWaits(RunBalance run, double probes);

} // namespace tare
