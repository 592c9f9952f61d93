// SPDX-License-Identifier: Apache-2.0
// How often each probe was executed in the runs of an earlier experiment, and how long the program
// took without any.
//
//   results folder -> [earlier runs] -> prediction
#pragma once

#include "analyzer/cost/frequencies.h"
#include "base/result.h"
#include "driver/results/experiment_of.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// One program with one number of threads: means over its runs.
struct EarlierRuns {
  std::string role; // instrumented or serial_instrumented
  int threads = 0;
  int runs = 0;
  std::string openmp_runtime;
  int cores_allowed = 0;
  double time_s = 0;    // window of the plain program; 0: not known
  bool is_plain = true; // false: time_s is the instrumented program's, with its probes
  double set_up_s = 0;  // for setting up the profile (setUpTicks)
  std::vector<Frequency> frequencies;
  std::set<std::string> known; // ids of all nodes that the program has, executed or not
};

/// Earlier runs of all programs, with everything that should be said about them.
struct EarlierResults {
  std::string folder;
  std::vector<EarlierRuns> programs;
  std::vector<std::string> warnings; // one sentence each

  /// Null: there are none.
  const EarlierRuns *of(const std::string &role, int threads) const;
  /// Numbers of threads of the instrumented program, ascending.
  std::vector<int> threads() const;
};

/// `path`: a results folder, a folder with one experiment in it, the TARE_OUTPUT_DIR of an
/// instrumented program, or a profile. Error: no profile is there, or none can be read.
Result<EarlierResults> earlierResults(const std::string &path,
                                      const ProfileReader &read = readProfile);

} // namespace tare
