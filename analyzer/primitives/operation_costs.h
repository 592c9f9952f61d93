// SPDX-License-Identifier: Apache-2.0
// What operations cost, from loops that were measured, and what work made of them takes.
//
//   measured primitives -> [operation costs], work of a construct -> seconds
//
// A loop takes as long as the busiest of its resources: the core's throughput, the chain of a sum,
// the divider, the bytes to and from the level of the caches that holds the data.
//   T = max(operations x cost, bytes x cost of the level)
// after V. Taylor and others: Prophesy: Automating the Modeling Process, AMS 2001, section 4.2,
// with the maximum of the roofline model (S. Williams and others, CACM 52(4), 2009).
#pragma once

#include "analyzer/primitives/measured_primitives.h"
#include "base/result.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Operations of one thread. Numbers of executions, which need not be whole.
struct OperationsOfThread {
  /// Of double precision; single precision is counted half in loads, stores and flops.
  double loads = 0, stores = 0, flops = 0; // at unit stride, or in registers; a multiply-add is one
  /// Of a chain: each needs the result of the one before, as in a sum.
  double chained_adds = 0, chained_multiplies = 0, chained_multiply_adds = 0;
  double divides = 0, roots = 0;
  double strided_loads = 0; // each in another line of the cache
  double indirect_loads = 0, indirect_updates = 0;
  double integers = 0;         // beside the arithmetic of subscripts
  double chained_compares = 0; // of a maximum or minimum
  double loops_begun = 0;
  std::map<std::string, double> calls;      // of the mathematical library, by name: "exp"
  double bytes_read = 0, bytes_written = 0; // in streams, with the repetitions
  double footprint = 0;                     // bytes that are gone through again and again
};

/// Nanoseconds each, for so many threads at once.
struct OperationCosts {
  int threads = 0;
  double load = 0, store = 0, flop = 0;
  double chained_add = 0, chained_multiply = 0, chained_multiply_add = 0, chained_compare = 0;
  double divide = 0, root = 0, integer = 0, loop_begun = 0;
  std::map<std::string, double> calls;
  /// By bytes of the data, ascending; between them over the logarithm.
  struct Level {
    double bytes = 0;
    double read = 0, written = 0; // of a byte in a stream; 0: the core decides
    double strided_load = 0;      // footprint as the stream's
    double indirect_load = 0, indirect_update = 0;
  };
  std::vector<Level> levels;

  Level levelFor(double footprint) const;
};

/// Error: threads that were not measured, or a loop is missing.
Result<OperationCosts> operationCosts(const MeasuredPrimitives &primitives, int threads);

/// What decides how long it takes.
enum class BusiestResource { Throughput, Chain, Divider, Memory, Strides, Indirection };
const char *resourceName(BusiestResource resource); // "chain of a sum"

struct WorkTime {
  double time_s = 0;
  BusiestResource busiest = BusiestResource::Throughput;
  std::vector<std::string> unknown_calls; // not in time_s
};

WorkTime timeOf(const OperationsOfThread &work, const OperationCosts &costs);

} // namespace tare
