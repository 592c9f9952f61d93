// SPDX-License-Identifier: Apache-2.0
// Waits for a critical section that is held for less long and reached sooner, because no probe is
// in it or before it: as in a closed queue (replay/lock_queue.h).
#pragma once

#include "analyzer/perturbation/removal.h"
#include "analyzer/replay/lock_queue.h"

#include <random>
#include <span>
#include <vector>

namespace tare {

/// One thread's records between two common points, before and after local removal.
struct LockUser {
  SpentList *now;
  const std::vector<Ticks> *before; // ticks of each record
  Ticks measured;                   // length of the segment
  Ticks *less;                      // by how much it has become shorter
};

class Locks {
public:
  /// `dispersion` of the probes' costs, in ticks (chance.h).
  Locks(const Profile &profile, double dispersion);
  /// Changes the waits for each critical section that more than one of them entered.
  void shrink(std::span<const LockUser> team);

  bool any() const { return count_ > 0; }

private:
  struct Sums {
    int users = 0;
    double acquisitions = 0;
    LockCycle then, now;
  };
  bool isOf(int lock, const SpentTime &record) const;
  bool add(int lock, const LockUser &user, Sums &sums) const;
  void shrinkOne(int lock, std::span<const LockUser> team);
  double byProbes(const Sums &sums);
  static void setWait(const LockUser &user, size_t record, Ticks ticks);

  std::vector<int> locks_; // by process-wide node; -1: no critical. One name, one lock.
  int count_ = 0;
  double dispersion_;
  std::minstd_rand random_;
};

} // namespace tare
