// SPDX-License-Identifier: Apache-2.0
// The outputs of all runs of an experiment. A job of several ranks may print how it is divided, so
// runs are compared with those of as many ranks; what other numbers of ranks print is told apart.
#pragma once

#include "driver/outputs/run_outputs.h"

#include <map>
#include <vector>

namespace tare {

class OutputsByRanks {
public:
  /// Runs of one process are compared with the serial program or, without one, with the parallel
  /// program with one thread; jobs of more ranks with the parallel program of as many ranks, of
  /// `fewest_threads` each: one, or the fewest that are run.
  OutputsByRanks(bool has_serial, int fewest_threads, OutputRules rules, OutputLimits limits = {});

  /// A file that cannot be read is not compared.
  void add(const RunOutput &output);

  struct Wrong {
    RunOutputs::Judged run;
    Outputs::Difference difference;
  };
  /// Runs that differ, or print their lines in another order, as far as is known.
  std::vector<Wrong> wrong() const;
  /// All but those of references.
  std::vector<RunOutputs::Judged> runs() const;

  /// Judges what is left, by what is known, and cuts all files.
  Outputs finish();

private:
  RunOutputs &groupOf(const RunOutput &output);
  void addVerdict(Outputs &all, const Outputs &group, int ranks) const;

  bool has_serial_;
  int fewest_threads_;
  OutputRules rules_;
  OutputLimits limits_;
  std::map<int, RunOutputs> groups_; // by ranks; 1: no job, too
};

} // namespace tare
