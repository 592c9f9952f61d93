// SPDX-License-Identifier: Apache-2.0
// The outputs of runs that should print the same, compared as they come. What varies between runs
// of the reference is learned on the way, so runs are judged from its second run on, and those that
// differ again whenever more was learned.
#pragma once

#include "analyzer/ledger/outputs.h"
#include "driver/outputs/compare_outputs.h"
#include "driver/outputs/output_file.h"

namespace tare {

/// Of a run that ended well.
struct RunOutput {
  int number = 0;
  std::string role;
  RunSize size;
  std::string path;
  std::string program; // as it was called
};

struct OutputLimits {
  uint64_t by_lines = most_by_lines; // longer outputs are compared by hash
  uint64_t kept = kept_output;       // of a file that is no longer needed
};

/// The runs that others are compared with: of the serial program, or of the parallel one of a size.
struct OutputReference {
  std::string role;
  RunSize size; // of the serial program: any

  bool is(const RunOutput &output) const;
};

class RunOutputs {
public:
  RunOutputs(OutputReference reference, OutputRules rules, OutputLimits limits = {});

  /// A file that cannot be read is not compared.
  void add(const RunOutput &output);

  /// Whether the runs are judged: the reference ran twice.
  bool isSettled() const { return reference_runs_ >= 2; }
  struct Judged {
    RunOutput output;
    OutputStatus status = OutputStatus::NotCompared; // so far
    OutputComparison comparison = {};
  };
  /// All but those of the reference.
  const std::vector<Judged> &runs() const { return runs_; }
  /// Of one that is not the same.
  Outputs::Difference differenceOf(const Judged &run) const;
  /// Where the reference first differs from another group's. Nothing: nowhere, or one of them has
  /// not run, or is not compared by lines. To be asked before finish(), which cuts the files.
  std::optional<Outputs::Difference> differenceFrom(const RunOutputs &other) const;

  /// Judges what is left, by what is known, and cuts all files.
  Outputs finish();

private:
  struct Kept {
    OutputScan scan;
    bool is_whole = true; // the file was not cut
  };

  void addReference(const RunOutput &output, const OutputScan &scan);
  bool learn(const RunOutput &again, const OutputScan &scan);
  void judge(size_t run);
  void judgeAll();
  void judgeByHash(size_t run);
  std::string whyByHash(size_t run) const;
  void release(size_t run);
  void findOrder();
  void addCounts(Outputs &outputs) const;
  void countReference(Outputs &outputs);
  void addVerdict(Outputs &outputs) const;
  void doubtVerdict(Outputs &outputs) const;
  const Judged *worst() const;

  OutputReference wanted_;
  OutputRules rules_;
  OutputLimits limits_;
  std::optional<RunOutput> reference_;
  OutputScan reference_scan_;
  int reference_runs_ = 0;
  OutputMask mask_;
  bool hash_varies_ = false;
  std::string unread_;            // why a file could not be read; empty: all could
  std::string by_hash_;           // why; empty: compared by lines
  bool prints_something_ = false; // the reference
  std::vector<Judged> runs_;
  std::vector<Kept> kept_; // of each of `runs_`
  uint64_t kept_bytes_ = 0;
};

} // namespace tare
