// SPDX-License-Identifier: Apache-2.0
// How a job's time grows with the latency of its messages, or with what a byte takes: how much more
// costs 1 % of the time, and where the slope changes, since other messages are on the critical
// path.
#pragma once

#include "analyzer/jobs/replay_job.h"

#include <functional>
#include <optional>

namespace tare {

struct SlopePoint {
  double added = 0; // seconds of latency, or seconds a byte
  double total_s = 0;
};

struct NetworkSlope {
  std::vector<SlopePoint> points;    // from nothing added
  double slope = 0;                  // of total_s by what is added, at first: messages that count
  std::optional<double> one_percent; // so much more makes the job 1 % longer; none: nothing does
  std::vector<double> breaks;        // about there the slope changes by a tenth or more
};

enum class NetworkSide : uint8_t { Latency, Bytes };

/// `most`: the greatest that is tried, in seconds or seconds a byte. Cost: some 60 replays.
NetworkSlope networkSlope(const Job &job, const Network &network, const JobPlacement &placement,
                          const ReplayPolicy &policy, NetworkSide side, double most);

/// The same of any function of what is added that does not fall: seconds.
NetworkSlope slopeOf(const std::function<double(double added)> &total, double most);

} // namespace tare
