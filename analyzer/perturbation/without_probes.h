// SPDX-License-Identifier: Apache-2.0
// The run without its probes, as a change to be replayed: what local removal takes from each
// thread, and what follows from it for locks, tasks, and the last to arrive.
//
//   removal, locks, task_sharing, chance, interruptions -> [without probes] -> replay
#pragma once

#include "analyzer/perturbation/chance.h"
#include "analyzer/perturbation/interruptions.h"
#include "analyzer/perturbation/locks.h"
#include "analyzer/perturbation/removal.h"
#include "analyzer/perturbation/task_sharing.h"
#include "analyzer/replay/duration_change.h"

#include <vector>

namespace tare {

class WithoutProbes : public DurationChange {
public:
  WithoutProbes(const Profile &profile, Removal &removal);

  void own(std::span<Arrival> team) override;
  void together(std::span<Arrival> team) override;
  void arrived(std::span<Arrival> team) override;
  Ticks idleInWait(const Arrival &arrival, Ticks idle) override;
  Ticks release(const Arrival &arrival, Ticks after) override;

private:
  struct Taken {                    // of one of the team, on its way
    Removal::Away away = {};        // from the probes of the barrier, or of the region's end
    Ticks around = 0;               // what probes of tasks took of the wait itself
    Ticks probes = 0;               // what all of them took
    Ticks since_leave = 0;          // mean cost, of those behind the barrier before too
    TaskTimes tasks = {};           // as measured
    std::vector<Ticks> before = {}; // ticks of the segment's records
  };

  Taken takeFrom(Arrival &arrival);
  Ticks idleBefore(const Arrival &arrival) const;
  void shrinkLocks(std::span<Arrival> team);
  void shareTasks(std::span<Arrival> team);
  bool isMovedByChance(const Arrival &arrival, const Taken &taken) const;
  void evenOut(std::span<Arrival> team);
  void settleInterruptions(std::span<Arrival> team);
  Taken &of(std::span<Arrival> team, const Arrival &arrival) {
    return taken_[static_cast<size_t>(&arrival - team.data())];
  }

  const Profile &profile_;
  Removal &removal_;
  Interruptions interruptions_;
  Arrivals chance_;
  Locks locks_;
  TaskSharing sharing_;
  std::vector<Taken> taken_; // of the team that is on its way
  std::span<Arrival> team_;
  uint64_t instance_ = 0;             // that it is in
  std::vector<Ticks> behind_barrier_; // by thread: mean cost of the probes since its last arrival
};

} // namespace tare
