// SPDX-License-Identifier: Apache-2.0
// Work that the program does at other constructs with p threads than with one.
//
//   parallel            1 thread: calls one(), a loop      work here
//     calls force()     p threads: calls several(), a for  work there
//
// What both runs executed around them, their host, says how much more of it there is: all of what
// happens in the host is compared with all of it on one thread, by any calls. Around the outermost
// is the serial code of the program.
#pragma once

#include "analyzer/books/balances.h"

namespace tare {

/// W_p + R_p - W_1 - R_1 that is additional computation: of a construct that only one of the runs
/// executed; of its host, what that has less (or more) for it. None of a construct in one that no
/// probe can see into.
MovedWork movedWork(const Balances &balances);

/// That of a construct; 0 where Balances::moved was not filled.
Ticks movedAt(const Balances &balances, int key);

} // namespace tare
