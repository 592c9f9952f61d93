// SPDX-License-Identifier: Apache-2.0
// The plan places only what it can pay for (Hollingsworth and Miller, section 5: the threshold says
// how much is tried, not what). What it cannot pay for has no probe at all: one that only finds out
// that it is off would already cost a task of 28 ns a tenth of its time.
//
//   prices, budget -> [afford] -> constructs that get no probes
#pragma once

#include <string>
#include <vector>

namespace tare {

/// What the probes of one construct take, as shares of the run's time: of all threads', or of the
/// one that executes them most, for which others may wait.
struct Price {
  std::string id;    // of the node
  std::string group; // nodes that can only be unprobed together; empty: the node alone
  double fixed = 0;  // where they cannot be thinned while the program runs
  double all = 0;    // everywhere
};

struct TooDear {
  std::string id;
  double share = 0; // of the run's time that its probes would take
};

struct Affordable {
  std::vector<TooDear> left_out; // dearest first
  double fixed = 0;              // what is kept takes, however much is thinned
};

/// Leaves out the dearest until what cannot be thinned takes at most half of the budget: the rest
/// is for what can.
Affordable afford(const std::vector<Price> &prices, double budget);

} // namespace tare
