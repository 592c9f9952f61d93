// SPDX-License-Identifier: Apache-2.0
// What an iteration of a loop of known shape takes on this machine, by one compiler with its flags:
// the core computations of parameterised models.
//
//   tare calibrate --primitives -> [measured primitives] -> cost of operations
//
//   V. Taylor and others: Prophesy: Automating the Modeling Process, AMS 2001, section 4.2
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tare {
namespace json {
class Fields;
}

/// One loop over data of one size, by so many threads at once, each on data of its own.
struct PrimitiveTime {
  std::string loop;  // name of a shape: "sum", "triad", ...
  int64_t bytes = 0; // of one thread's arrays together
  int threads = 0;
  /// Nanoseconds of an iteration in the slowest thread: lower quartile of the batches, least batch,
  /// and median. What disturbs a batch makes it longer.
  double time_ns = 0, least_ns = 0, median_ns = 0;
  double slowest_place_ns = 0; // where its code lies worst; 0: it was measured in one place alone
};

struct MeasuredPrimitives {
  std::string compiler; // the compiler's own signature
  std::string flags;    // as they were given
  std::vector<PrimitiveTime> times;

  /// Null: that was not measured.
  const PrimitiveTime *find(const std::string &loop, int64_t bytes, int threads) const;
  std::vector<int64_t> sizes() const;       // bytes, ascending
  std::vector<int> threadsMeasured() const; // ascending
  std::vector<std::string> loops() const;   // in the order of measurement
};

/// As JSON, tare.primitives/1.
void measuredPrimitivesFields(json::Fields &io, MeasuredPrimitives &primitives);

} // namespace tare
