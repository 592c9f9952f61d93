// SPDX-License-Identifier: Apache-2.0
// For which rank a call waited: of all that it needs, what happened last decides.
//
//   job, times of its calls -> [late ranks] -> for each call the rank that came last
#pragma once

#include "analyzer/jobs/replay_job.h"

#include <optional>

namespace tare {

struct AwaitedRank {
  uint32_t rank = 0; // in Job::ranks
  double since = 0;  // ticks: it had begun what the call waited for
  uint32_t need = 0; // of the call, in its rank's needs
};

class LateRanks {
public:
  /// `times`: null: as measured. Both must live as long as this.
  explicit LateRanks(const Job &job, const JobTimes *times = nullptr);

  /// Of the call, in Job::ranks and its calls. Nothing: it needs no other rank, or all that it
  /// needs had happened when it began. Cost: each collective is looked through once, a scan for
  /// each member.
  std::optional<AwaitedRank> awaited(uint32_t rank, uint32_t call) const;

private:
  double beginOf(const JobCallAt &at) const;
  AwaitedRank lastOf(const CallNeed &need) const;

  const Job &job_;
  const JobTimes *times_;
  std::vector<uint32_t> last_; // by meeting: the member that came last
};

} // namespace tare
