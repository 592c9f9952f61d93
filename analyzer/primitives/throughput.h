// SPDX-License-Identifier: Apache-2.0
// What an iteration takes by what it does, if its data are at hand and no iteration waits for the
// one before.
//
//   measured loops of known operations -> [throughput] -> ns of an iteration of other operations
//
// A sum of costs per operation, fitted to all measured loops. It is moved by what it misses of
// those that are alike: a loop that does what a measured one does takes what that one takes.
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
  /// Least squares of relative errors; no cost is negative. Cost: 31 fits of 5 unknowns.
  explicit Throughput(std::vector<MeasuredMix> measured);

  double time_ns(const OperationMix &mix) const;

  /// How unlike a mix is the measured one that is most alike: 0 equal, 1 twice as many of all.
  double distance(const OperationMix &mix) const;
  const std::string &nearest(const OperationMix &mix) const;

private:
  double sumOfCosts(const OperationMix &mix) const;

  std::vector<MeasuredMix> measured_;
  double load_ = 0, store_ = 0, flop_ = 0, multiply_add_ = 0, step_ = 0; // ns
};

/// Beyond this distance no measured loop says much of a mix.
inline constexpr double largest_distance = 0.5;

} // namespace tare
