// SPDX-License-Identifier: Apache-2.0
// The calls of one rank, one after the other, on the job's clock.
#pragma once

#include "analyzer/jobs/job.h"

#include <map>

namespace tare {

/// Ranks number functions of MPI each for itself; the job has one number for each name.
class FunctionNumbers {
public:
  uint32_t of(const std::string &name) {
    return numbers_.emplace(name, static_cast<uint32_t>(numbers_.size())).first->second;
  }
  const std::map<std::string, uint32_t> &numbers() const { return numbers_; }

private:
  std::map<std::string, uint32_t> numbers_;
};

/// Calls one after the other, without needs and starts.
struct RankSequence {
  std::vector<JobCall> calls;
  std::vector<bool> waits; // a part of it may wait for another rank
};

struct RankCalls {
  std::vector<RankSequence> lanes; // one, or one for each thread where these call MPI at once
  std::vector<JobCallAt> call_of;  // by RankLog::calls: lane and call
  uint64_t polls = 0;
};

/// Calls that found nothing, in a row, belong to the call of the same function behind them, which
/// found something: together they are one wait. The program's own time between them comes before
/// it.
RankCalls rankCalls(const RankLog &log, uint32_t number, const JobClock &clock,
                    FunctionNumbers &functions);

} // namespace tare
