// SPDX-License-Identifier: Apache-2.0
// One clock for all ranks of a job. Ranks of one host have the same clock. Clocks of two hosts are
// aligned by the messages between them: none is received before it was sent, so each one bounds
// the offset from one side.
//
//   x_A + s <= x_B + e    message from A, sent at s of A's clock, received at e of B's
//
// These are difference constraints: the greatest and the least offset of each host come from
// shortest paths to and from the first host. Half-way between them is taken, which keeps all the
// constraints. Where no constant offset keeps them, the clocks run apart: the drift is the one that
// leaves the most room between the bounds.
#pragma once

#include "analyzer/messages/matching.h"

#include <string>
#include <vector>

namespace tare {

/// The clock of one host against that of the first rank's host. Seconds.
struct HostClock {
  std::string host;
  double origin_s = 0;          // its own time of its first rank's begin
  double offset_s = 0;          // to be added
  double low_s = 0, high_s = 0; // what the messages allow; infinite: no message says
  double drift = 0;             // seconds a second, to be added as well
  bool is_consistent = true;    // low_s <= high_s
};

class JobClock {
public:
  double ticks_per_second = 1e9; // of the times of the job
  std::vector<HostClock> hosts;  // the first is the reference
  std::vector<uint32_t> host_of; // by log
  uint64_t violations = 0;       // messages that were received before they were sent
  double worst_violation_s = 0;

  /// The job's time of a log's time, from the begin of the first rank.
  Ticks at(uint32_t log, Ticks of_log) const;

private:
  friend JobClock alignClocks(const std::vector<RankLog> &logs, const Matching &matching);
  friend class ClockAlignment;
  struct OfLog {
    bool same_ticks = false; // the reference clock itself: exact
    Ticks shift = 0;         // then only this is added
    double begin_s = 0, rate = 1e9;
  };
  std::vector<OfLog> logs_;
  Ticks earliest_ = 0;
};

JobClock alignClocks(const std::vector<RankLog> &logs, const Matching &matching);

} // namespace tare
