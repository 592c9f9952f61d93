// SPDX-License-Identifier: Apache-2.0
// What an iteration takes by what it does, if its data are at hand and no iteration waits for the
// one before.
//
//   measured loops of known operations -> [throughput] -> ns of an iteration of other operations
//
// A processor does loads, stores and floating-point operations side by side, so the busiest of
// these decides, or the number of all together: the roofline model's maximum (S. Williams and
// others, CACM 52(4), 2009). The least that any measured loop took for an operation is its cost.
// The maximum is moved by what it misses of loops that are alike: a loop that does what a measured
// one does takes what that one takes.
#pragma once

#include <string>
#include <vector>

namespace tare {

/// Of one iteration, in double precision. A multiply-add is one operation. Loads of what stays in a
/// register are none, and neither is the arithmetic of subscripts.
struct OperationMix {
  double loads = 0, stores = 0, flops = 0, multiply_adds = 0;
};

struct MeasuredMix {
  std::string loop;
  OperationMix mix;
  double time_ns = 0; // above 0
};

class Throughput {
public:
  Throughput() = default;
  explicit Throughput(std::vector<MeasuredMix> measured);

  double time_ns(const OperationMix &mix) const;

  /// How unlike a mix is the measured one that is most alike: 0 equal, 1 twice as many of all.
  double distance(const OperationMix &mix) const;
  const std::string &nearest(const OperationMix &mix) const;

private:
  struct Costs { // ns
    double load = 0, store = 0, flop = 0, any = 0;
    double flops_of_multiply_add = 2; // 1: the flags give instructions that do both
    double busiest(const OperationMix &mix) const;
  };
  Costs leastCosts(double flops_of_multiply_add) const;

  std::vector<MeasuredMix> measured_;
  Costs costs_;
  double shortest_ = 0; // ns of the shortest loop
};

/// Beyond this distance no measured loop says much of a mix.
inline constexpr double largest_distance = 0.5;

} // namespace tare
