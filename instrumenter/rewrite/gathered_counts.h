// SPDX-License-Identifier: Apache-2.0
// Atomics, flushes and acquisitions that are counted in a variable of the thread's own.
//
// A probe that counts is a call. Between two atomics it keeps the processor from beginning the
// second one early, and the compiler from keeping values in registers: a loop over a graph took 18 %
// longer by it, where the call itself takes 2 %. So a construct around that one thread executes from
// its begin to its end declares a counter, and tells the runtime once, at its end.
//
// A critical section is short, too: with all of its probes a section of 40 ns has another queue. So
// the same construct counts its acquisitions, and only those that the runtime asks for have probes
// (runtime/locks.h).
//
//   verdicts -> [gathered counts] -> verdicts
#pragma once

#include "instrumenter/rewrite/rules.h"

namespace tare {

/// Sets Verdict::gathered_by. A count stays a call where control may leave the construct around it
/// before its end, and in code that is executed by other threads than those that enter (a
/// taskloop), or in other copies of its variables (simd).
void gatherCounts(const std::vector<Construct> &constructs, std::vector<Verdict> &verdicts);

} // namespace tare
