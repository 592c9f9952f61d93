// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/locked_loop.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <queue>
#include <utility>

namespace tare {

namespace {

/// Groups of iterations that are simulated, each with one acquisition.
constexpr double most_groups = 3000;

class LockedTeam {
public:
  explicit LockedTeam(const LockedLoop &loop)
      : loop_(loop), groups_(std::clamp(loop.acquisitions, 1.0,
                                        std::min(most_groups, std::max(loop.iterations, 1.0)))),
        hold_(loop.hold * loop.acquisitions / std::floor(groups_)), own_(loop.threads) {
    groups_ = std::floor(groups_);
    shares_.waits.assign(loop.threads, 0);
    free_.assign(static_cast<size_t>(std::max(std::round(loop.locks), 1.0)), 0);
    if (!loop_.schedule.dispatches())
      assign();
  }

  LockedShares run() {
    for (size_t thread = 0; thread < loop_.threads; ++thread)
      askNext(thread, 0);
    while (!asks_.empty()) {
      auto [at, thread] = asks_.top();
      asks_.pop();
      double &free = free_[turn_++ % free_.size()];
      double begin = std::max(at, free);
      shares_.waits[thread] += begin - at;
      shares_.wait += begin - at;
      free = begin + hold_;
      askNext(thread, free);
    }
    return std::move(shares_);
  }

private:
  /// The next group of a thread that is free then: its work, and then it asks for the lock.
  void askNext(size_t thread, double at) {
    double group = 0;
    if (loop_.schedule.dispatches()) {
      if (own_[thread].empty() && !fetch(thread))
        return;
    } else if (own_[thread].empty()) {
      return;
    }
    group = own_[thread].front();
    own_[thread].pop_front();
    double work = loop_.work * loop_.curve.between(group / groups_, (group + 1) / groups_);
    asks_.push({at + work, thread});
  }

  bool fetch(size_t thread) {
    if (next_ >= groups_)
      return false;
    double each = loop_.iterations / groups_; // iterations of a group
    double size = std::max(static_cast<double>(loop_.schedule.leastChunk()) / each, 1.0);
    if (loop_.schedule.kind == LoopSchedule::Kind::Guided)
      size = std::max(size, std::ceil((groups_ - next_) / static_cast<double>(loop_.threads)));
    size = std::round(size);
    for (double end = std::min(next_ + size, groups_); next_ < end; ++next_)
      own_[thread].push_back(next_);
    return true;
  }

  void assign() {
    double each = loop_.iterations / groups_, n = static_cast<double>(loop_.threads);
    double chunk = static_cast<double>(loop_.schedule.chunk) / each;
    if (loop_.schedule.chunk <= 0) {
      for (double group = 0; group < groups_; ++group)
        own_[static_cast<size_t>(std::min(group * n / groups_, n - 1))].push_back(group);
      return;
    }
    for (double group = 0; group < groups_; ++group)
      own_[static_cast<size_t>(std::fmod(std::floor(group / std::max(chunk, 1.0)), n))].push_back(
          group);
  }

  using Ask = std::pair<double, size_t>; // when, who
  const LockedLoop &loop_;
  double groups_, hold_, next_ = 0;
  std::vector<std::deque<double>> own_; // groups of each thread
  std::priority_queue<Ask, std::vector<Ask>, std::greater<>> asks_;
  std::vector<double> free_; // from when on each lock is
  size_t turn_ = 0;
  LockedShares shares_;
};

} // namespace

LockedShares simulated(const LockedLoop &loop) {
  if (loop.threads < 1 || loop.acquisitions <= 0)
    return {std::vector<double>(std::max<size_t>(loop.threads, 1), 0), 0};
  return LockedTeam(loop).run();
}

LockedShares waitsIn(const LockedLoop &now, const LockedLoop &then, double measured) {
  constexpr int rounds = 4;
  // A lock is not held for longer than the threads take.
  double length = (then.work + then.hold * then.acquisitions + measured) /
                  static_cast<double>(then.threads);
  double most = std::max(length / then.acquisitions - then.hold, 0.0);
  double handover = 0; // of an acquisition, beside the queue
  LockedLoop before = then;
  double queued = simulated(before).wait;
  for (int round = 0; round < rounds && queued < measured; ++round) {
    handover = std::clamp((measured - queued) / then.acquisitions, 0.0, most);
    before.hold = then.hold + handover;
    queued = simulated(before).wait;
  }
  LockedLoop after = now;
  after.hold += handover;
  LockedShares shares = simulated(after);
  double rest = std::max(measured - handover * then.acquisitions, 0.0);
  double factor = rest < queued ? rest / queued : 1;
  double each = handover + std::max(rest - queued, 0.0) / then.acquisitions;
  each *= now.acquisitions / static_cast<double>(now.threads);
  shares.wait = 0;
  for (double &wait : shares.waits) {
    wait = wait * factor + each;
    shares.wait += wait;
  }
  return shares;
}

} // namespace tare
