// SPDX-License-Identifier: Apache-2.0
// Which iterations of a loop are heavy, and how unevenly its threads shared it as the run went on.
//
//   Profile -> [inside_loop] -> ConstructLines
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/teams/teams.h"

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

/// A loop between two common points of its team: one execution, or the mean of several.
struct LoopExecution {
  double iterations = 0;
  double time = 0;      // ticks in them, of all threads and of the executions that it stands for
  bool or_more = false; // iterations: the log counts no further
};

/// Whether executions of a loop have so different ranges that a value of its variable is not the
/// same part of it in each: a tenth of the time is in such as have over a tenth more or less
/// iterations than is usual, or the `values` of its variable, in their common step, are more than
/// four times as many.
bool rangesDiffer(std::vector<LoopExecution> executions, const std::vector<int64_t> &values = {});

/// One run's, by node key.
struct InsideLoops {
  std::map<int, std::vector<WeighedIteration>> iterations;
  std::map<int, std::array<LoopStretch, 50>> stretches;
  std::map<int, std::vector<LoopExecution>> executions; // of loops that count their iterations
};

/// `keys` is what KeyTable::add gave for this profile.
InsideLoops insideLoops(const Profile &profile, const Teams &teams, const std::vector<int> &keys);

/// At most 16 stretches of equal width in the loop's variable, in its order. The iterations are
/// those of so many runs.
std::vector<IterationBin> iterationBins(const std::vector<WeighedIteration> &iterations,
                                        size_t runs = 1);

} // namespace tare
