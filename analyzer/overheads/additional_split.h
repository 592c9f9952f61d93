// SPDX-License-Identifier: Apache-2.0
// What the OpenMP program computes on one thread beyond the serial program, taken apart:
//
//   A = (W_1 + S_1 + R_1) - (T_s - Y_s)
//     = [T_ignored - T_s]  implementation: the source says something else
//     + [W_1 + S_1 + R_1 - T_ignored]  instruction level: the compiler makes something else of it
//
// with places from the serial program with probes: W_1(u) - W_s(u) at a construct, S_1(v) - S_s(v)
// at a serial statement. Adding runs changes places and split, never the sum of the parts.
#pragma once

#include "analyzer/overheads/overhead.h"

namespace tare {

struct AdditionalSplit {
  std::vector<Posting> implementation, instruction_level;
  /// Constructs without a counterpart, against what is left of T_s: nothing tells their serial code
  /// from other serial code. At most, either way, the work of these constructs. 0 if two sources
  /// and the program whose pragmas are ignored tell the whole of both parts.
  Ticks unpaired = 0;
  Ticks unpaired_work = 0; // W_1 of the constructs without a counterpart
};

AdditionalSplit splitAdditional(const Balances &balances);

/// How the counterpart of a construct (or the statement around it) was found; empty: neither has
/// one, or the serial program was not measured.
std::string_view counterpartOf(const Balances &balances, int key);

/// All that a node computed on one thread: W, R, S, and the area of a region timed from outside.
Ticks computedOnOne(const Balances &balances, int key);

} // namespace tare
