// SPDX-License-Identifier: Apache-2.0
// What rewriting the source did to the program's code, taken out of the books of a run. The
// instrumented program with its probes off (a null run) takes longer, or less long, than the plain
// one: its loops keep other values in registers, its code and data lie elsewhere. That is no cost of
// probes. The pairs of runs tell how much it is, not where: it is taken to be the same part of the
// time at each construct that has probes within a loop, of the work there and of the waits that
// this work causes.
//
//   RunBalance, null runs -> [rewriting] -> RunBalance
#pragma once

#include "analyzer/books/balances.h"

namespace tare {

/// By pairs of runs with as many threads. Parts of the plain program's time; below 0: it got faster.
struct Rewriting {
  double part = 0;
  double half = 0; // of the 95 % band of `part`
  int pairs = 0;
  /// Null runs take longer than runs with probes, which no rewriting explains: without probes the
  /// threads of this program meet otherwise. Nothing is taken out then.
  bool exceeds_probes = false;
};

/// Wall-clock ticks of a run of `window` ticks that are due to rewriting which took this part.
Ticks ticksOf(double part, Ticks window);

/// `run`, shorter by `ticks` of wall clock (longer, below 0). Its area still is p times its window.
/// More than half of what may be slower is never taken: the rest stays in the window.
RunBalance withoutRewriting(RunBalance run, const KeyTable &keys, Ticks ticks);

} // namespace tare
