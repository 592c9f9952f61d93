// SPDX-License-Identifier: Apache-2.0
// One experiment with a job of MPI ranks, and what the job would have taken on another network, or
// with its ranks elsewhere.
//
//   results -> message files of its repetitions -> [job questions] -> a forecast for each question
#pragma once

#include "driver/results/results.h"
#include "driver/whatif/job_question.h"
#include "driver/whatif/job_trial.h"
#include "driver/whatif/questions.h"

#include <functional>
#include <vector>

namespace tare {

/// A network that was measured earlier.
struct FoundNetwork {
  Network network;
  std::string doubt; // what has to hold for it to be the job's, a clause; empty: nothing
};
/// The kept one for this library of MPI. Error: there is none.
using NetworkOfLibrary = std::function<Result<FoundNetwork>(const std::string &library)>;

/// Forecasts, and the question of each.
struct JobProposals {
  ForecastReport report;
  std::vector<JobQuestion> questions;
};

class JobQuestions {
public:
  /// `threads`: of all ranks together; 0: of the largest job that was measured. `from_network`:
  /// file of the measured network's table; empty: the kept one. Error: a rank left no messages, or
  /// no such job was measured.
  static Result<JobQuestions> of(const std::string &folder, const Manifest &manifest, int threads,
                                 const std::string &from_network, const NetworkOfLibrary &kept);

  /// T_p of the table of these runs, seconds, which answers then start from. Until it is given they
  /// start from the mean of all repetitions, and the table has the quieter ones.
  void startFrom(double table_s) { table_s_ = table_s; }

  /// Cost: some seven replays for each repetition; slopes some 110 of the first one.
  Result<Forecast> forecast(const JobQuestion &question, bool with_slopes = true) const;

  /// The same, with the table of the predicted job. Error: ranks shared cores, or would share them:
  /// which constructs wait for a core is not known then.
  Result<Answered> answer(const JobQuestion &question) const;

  /// Questions that make sense for this job, each answered; the largest gain first. `goes_on`:
  /// false before a question: it and those behind it are refused; empty: always true.
  JobProposals proposals(const std::function<bool()> &goes_on = {}) const;

  /// How the first repetition's job can be run under it. Error: as jobTrial.
  Result<JobTrial> trial(const JobQuestion &question, int cores) const;
  RunSize size() const { return size_; }

private:
  struct MeasuredJob {
    Job job;
    double plain_s = 0; // the plain run's time
    int repetition = 0;
  };

  Result<void> readJobs(const std::string &folder, const Manifest &manifest);
  std::vector<JobQuestion> proposed() const;
  const Job &first() const { return jobs_.front().job; }

  std::string folder_;
  RunSize size_;
  double table_s_ = 0;            // 0: not known
  std::vector<MeasuredJob> jobs_; // by repetition
  JobSurroundings known_;
};

} // namespace tare
