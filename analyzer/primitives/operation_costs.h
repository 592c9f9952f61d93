// SPDX-License-Identifier: Apache-2.0
// What operations cost on this machine, from loops that were measured.
//
//   measured primitives -> [operation costs] -> models of what loops take
//
// A loop takes as long as the busiest of its resources, the roofline model's maximum (S. Williams
// and others, CACM 52(4), 2009): the core's throughput, a chain in which each iteration waits for
// the one before, the divider, bytes to and from the level of the caches that holds the data. The
// idea of operations times their costs is of V. Taylor and others: Prophesy: Automating the
// Modeling Process, AMS 2001, section 4.2.
#pragma once

#include "analyzer/primitives/measured_primitives.h"
#include "analyzer/primitives/throughput.h"
#include "base/result.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Nanoseconds each, for so many threads at once, each on data of its own.
struct OperationCosts {
  int threads = 0;
  /// With vector instructions where the flags give some, and without.
  Throughput streams, scalar_streams;
  /// The same where the code of the loops lies worst in memory.
  Throughput streams_badly_placed, scalar_streams_badly_placed;
  /// Each needs the result of the one before.
  double chained_add = 0, chained_multiply = 0, chained_multiply_add = 0, chained_compare = 0;
  /// What an add of a chain takes longer if its sum is an element that stays, or one that the
  /// iteration before has stored.
  double kept_in_memory = 0, passed_in_memory = 0;
  double divide = 0, root = 0, scalar_divide = 0, scalar_root = 0, integer_divide = 0;
  double integer = 0;                  // beside the arithmetic of subscripts
  double indirect_update = 0;          // of an element that the nearest cache holds
  std::map<std::string, double> calls; // of the mathematical library, by name: "exp"

  /// Loops that are short: an execution costs so much beside its iterations. Below 0: the chain of
  /// the next one begins before this one ends.
  struct ShortLoop {
    double iterations = 0, chain = 0, stream = 0;
  };
  std::vector<ShortLoop> short_loops; // ascending

  /// By bytes of the data, ascending; between them over the logarithm. 0: the core decides.
  struct Level {
    double bytes = 0;
    double read = 0, written = 0, updated = 0; // of a byte in a stream; updated: both
    double beside =
        0; // of a byte read from a nearer cache, beside bytes of the same array from here
    double strided_line = 0, column_line = 0; // of a line of the cache: the next ones, or far apart
    double indirect_load = 0, indirect_update = 0; // of an element; `bytes` are those of its array
  };
  std::vector<Level> levels;

  /// Data that are gone through again and again, so many bytes before the same come again.
  Level levelFor(double bytes) const;
  Level indirectLevelFor(double bytes) const;
  /// What a loop without a chain takes beside its iterations, each time that it is begun.
  double streamBegun(double iterations) const;
  /// What a loop with a chain of adds takes beside its iterations, each time that it is begun.
  double chainBegun(double iterations) const;
};

inline constexpr double bytes_of_line = 64;

/// Error: threads that were not measured, or a loop is missing.
Result<OperationCosts> operationCosts(const MeasuredPrimitives &primitives, int threads);

} // namespace tare
