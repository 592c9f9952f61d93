// SPDX-License-Identifier: Apache-2.0
// Receives that take whatever comes: of each pool, the messages that have arrived and the receives
// that wait, so that the order of a policy decides which gets which.
#pragma once

#include "analyzer/jobs/replay_job.h"

#include <deque>

namespace tare {

class BlindPools {
public:
  static constexpr double not_yet = -1;

  BlindPools(const Job &job, BlindOrder order) : order_(order), pools_(job.pools) {
    if (order == BlindOrder::AsMeasured)
      return;
    receives_.resize(job.messages.size());
    taken_at_.assign(job.messages.size(), not_yet);
    for (const JobMessage &message : job.messages)
      pool_of_.push_back(message.pool);
  }

  // A receive is named by the message that it got as it was measured.

  bool isBlind(uint32_t message) const { return !pool_of_.empty() && pool_of_[message] >= 0; }
  /// When the receive was given a message, or not_yet; and which one.
  double filledAt(uint32_t receive) const { return receives_[receive].filled_at; }
  uint32_t filledBy(uint32_t receive) const { return receives_[receive].message; }
  /// When a receive got the message, or not_yet.
  double takenAt(uint32_t message) const { return taken_at_[message]; }

  /// A receive is posted, and gets the message that is returned; none: none is there.
  std::optional<uint32_t> post(uint32_t receive, double now) {
    Pool &pool = pools_[size_t(pool_of_[receive])];
    if (pool.there.empty()) {
      pool.posted.push_back(receive);
      return {};
    }
    uint32_t message = order_ == BlindOrder::Fifo ? pool.there.front() : pool.there.back();
    if (order_ == BlindOrder::Fifo)
      pool.there.pop_front();
    else
      pool.there.pop_back();
    fill(receive, message, now);
    return message;
  }

  /// A message has come, and the receive that is returned gets it: the one that was posted first.
  std::optional<uint32_t> arrive(uint32_t message, double now) {
    Pool &pool = pools_[size_t(pool_of_[message])];
    if (pool.posted.empty()) {
      pool.there.push_back(message);
      return {};
    }
    uint32_t receive = pool.posted.front();
    pool.posted.pop_front();
    fill(receive, message, now);
    return receive;
  }

  uint64_t takenOtherwise() const { return otherwise_; }

private:
  struct Pool {
    std::deque<uint32_t> there, posted;
  };
  struct BlindReceive {
    double filled_at = not_yet;
    uint32_t message = 0;
  };
  void fill(uint32_t receive, uint32_t message, double now) {
    receives_[receive] = {now, message};
    taken_at_[message] = now;
    otherwise_ += receive != message;
  }

  BlindOrder order_;
  std::vector<Pool> pools_;
  std::vector<int32_t> pool_of_;
  std::vector<BlindReceive> receives_;
  std::vector<double> taken_at_;
  uint64_t otherwise_ = 0;
};

} // namespace tare
