// SPDX-License-Identifier: Apache-2.0
// Receives that take whatever comes: of each pool, the messages that have arrived and the receives
// that wait, so that the order of a policy decides which gets which.
#pragma once

#include "analyzer/jobs/replay_job.h"

#include <deque>

namespace tare {

/// A receive with MPI_ANY_SOURCE: what measured message it got, and who got it now.
struct BlindReceive {
  uint32_t message = 0; // as measured: names the receive
  bool is_posted = false;
  double filled_at = -1; // a message was there for it; -1: none yet
};

class BlindPools {
public:
  BlindPools(const Job &job, BlindOrder order) : order_(order), pools_(job.pools) {
    if (order == BlindOrder::AsMeasured)
      return;
    receives_.resize(job.messages.size());
    for (const JobMessage &message : job.messages)
      pool_of_.push_back(message.pool);
  }

  bool isBlind(uint32_t message) const { return !pool_of_.empty() && pool_of_[message] >= 0; }
  /// When its receive has been filled; -1: not yet.
  double filledAt(uint32_t message) const { return receives_[message].filled_at; }

  /// A receive is posted: takes a message that is there, by the order. True: it is filled now.
  bool post(uint32_t receive, double now) {
    Pool &pool = pools_[size_t(pool_of_[receive])];
    if (pool.there.empty()) {
      pool.posted.push_back(receive);
      return false;
    }
    uint32_t message = order_ == BlindOrder::Fifo ? pool.there.front() : pool.there.back();
    if (order_ == BlindOrder::Fifo)
      pool.there.pop_front();
    else
      pool.there.pop_back();
    fill(receive, message, now);
    return true;
  }

  /// A message has arrived: it goes to the receive that was posted first. Its number, or none.
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
  void fill(uint32_t receive, uint32_t message, double now) {
    receives_[receive].filled_at = now;
    otherwise_ += receive != message;
  }

  BlindOrder order_;
  std::vector<Pool> pools_;
  std::vector<int32_t> pool_of_;
  std::vector<BlindReceive> receives_;
  uint64_t otherwise_ = 0;
};

} // namespace tare
