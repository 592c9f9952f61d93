// SPDX-License-Identifier: Apache-2.0
// What is changed at constructs, as a change to be replayed: who does how much of a loop, how long
// work takes, who waits for whom at locks. The number of threads stays what it is.
//
//   Profile, changes -> [construct changes] -> replay
#pragma once

#include "analyzer/replay/duration_change.h"
#include "analyzer/replay/lock_queue.h"
#include "analyzer/whatif/loop_knowledge.h"
#include "analyzer/whatif/one_region.h"
#include "analyzer/whatif/scenario.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// What a thread needs to fetch a chunk of a loop that no run has dispatched, ticks: from the
/// calibration of the machine, else a guess that the doubt holds.
struct DispatchCost {
  double ticks = 0, doubt = 0;
};

/// What takes the place of something that a change removes.
struct ChangePrices {
  DispatchCost dispatch;
  BarrierPrice barrier;
};

class ConstructChanges : public DurationChange {
public:
  ConstructChanges(const Profile &profile, const Teams &teams,
                   const std::vector<ConstructChange> &changes, const ChangePrices &prices);

  void own(std::span<Arrival> team) override;
  void together(std::span<Arrival> team) override;
  bool waits(std::span<const Arrival> team) override;

  /// What the changes did, all meetings together: thread ticks that moved or went.
  double moved() const { return moved_; }
  /// Half of a 90 % band of what the model may be wrong by, thread ticks.
  double doubt() const { return doubt_; }
  /// Whether a change met something that it applies to.
  bool applied(size_t change) const { return applied_[change]; }
  /// Barriers that nobody waits at, by process-wide node.
  const std::vector<bool> &withoutBarrier() const { return no_barrier_; }

private:
  struct Change {
    const ConstructChange *asked = nullptr;
    std::vector<bool> nodes, inner; // without and with what is inside
  };
  struct Lock { // what is known of one lock object
    double servers = 1, hold = 1;
    double implied_hold = 0; // ticks of one acquisition, where the log does not have it
    bool is_none = false;
    const Change *change = nullptr;
  };

  void remember(std::span<Arrival> team);
  void makeFaster(const Change &change, Arrival &arrival);
  void stayTogether(const Change &change, Arrival &arrival);
  void makeBigger(const Change &change, Arrival &arrival);
  void shareOut(const Change &change, std::span<Arrival> team);
  void reschedule(const Change &change, uint32_t loop, std::span<Arrival> team);
  void setScheduling(uint32_t loop, std::span<Arrival> team, const LoopShares &after,
                     const LoopSchedule &schedule);
  void setTimes(const Change &change, uint32_t main, std::span<Arrival> team,
                const std::vector<double> &then, const std::vector<double> &now);
  LoopAtMeeting at(uint32_t loop, const std::vector<bool> &inner, std::span<Arrival> team) const;
  bool takesLocks(const std::vector<bool> &inner, std::span<Arrival> team) const;
  void redispatch(uint32_t loop, std::span<Arrival> team);
  void shrinkLock(int lock, std::span<Arrival> team);
  void change(Arrival &arrival, SpentTime &record, Ticks ticks, bool in_wait = false);
  size_t numberOf(std::span<Arrival> team, const Arrival &arrival) const {
    return static_cast<size_t>(&arrival - team.data());
  }

  const Profile &profile_;
  LoopsKnown loops_;
  ChangePrices prices_;
  std::vector<Change> changes_;
  std::optional<OneRegion> one_region_;
  std::vector<bool> applied_, no_barrier_;
  std::vector<int> lock_of_; // by node; -1: none
  std::vector<Lock> locks_;
  std::vector<std::vector<Ticks>> before_; // of each arrival: ticks of its records
  uint64_t behind_removed_ = 0; // the instance whose last common point was removed; 0: none
  double moved_ = 0, doubt_ = 0;
};

} // namespace tare
