// SPDX-License-Identifier: Apache-2.0
// Which iterations of a loop are heavy, and how unevenly its threads shared it as the run went on.
//
//   Profile -> [inside_loop] -> ConstructLines
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/profile/profile.h"

#include <array>
#include <map>
#include <vector>

namespace tare {

/// A sampled iteration; `weight` is the number of iterations that it stands for.
struct WeighedIteration {
  int64_t index = 0;
  double time_s = 0;
  double weight = 1;
};

/// A loop in one fiftieth of a run.
struct LoopStretch {
  double instances = 0; // that ended in it, and those that they stand for
  double wait = 0;      // ticks for its last thread because of this loop, over all threads
  double span = 0;      // ticks of its longest thread, as often as the team has threads; nested
                        // teams of one are in those around them
};

/// One run's, by node key.
struct InsideLoops {
  std::map<int, std::vector<WeighedIteration>> iterations;
  std::map<int, std::array<LoopStretch, 50>> stretches;
};

/// `keys` is what KeyTable::add gave for this profile.
InsideLoops insideLoops(const Profile &profile, const std::vector<int> &keys);

/// At most 16 stretches of equal width in the loop's variable, in its order.
std::vector<IterationBin> iterationBins(const std::vector<WeighedIteration> &iterations);

} // namespace tare
