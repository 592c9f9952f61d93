// SPDX-License-Identifier: Apache-2.0
// Waits for a critical section that is held for less long and reached sooner, because no probe is
// in it or before it. Who gets it when is not in the log, so the team is taken as a closed queue
// with one server: n threads, each thinking, waiting and holding in turn, in the order of their
// arrival. How long they wait lies between two cases: they come by chance (mean value analysis,
// Reiser and Lavenberg 1980), or each in its turn, so that nobody waits while there is time left.
#pragma once

#include "analyzer/perturbation/removal.h"

#include <random>
#include <span>
#include <vector>

namespace tare {

/// Ticks of one acquisition, mean over a team between two common points.
struct LockCycle {
  double think = 0; // since the release before
  double wait = 0;
  double hold = 0;
};

/// Wait and service together: n customers that come by chance, one server.
double queueResponse(int n, double think, double service);

/// How much longer they wait because thinking and holding vary by chance, with these variances: a
/// simulation of so many acquisitions. Threads that always take the same wait for each other once,
/// and never again while there is time left.
double waitByChance(int n, const LockCycle &mean, double think_variance, double hold_variance,
                    int acquisitions, std::minstd_rand &random);

/// The wait when thinking and holding take what they do in `now`, by what it was in `measured`.
/// What handing the lock over takes beyond holding it, or how much less they get into each other's
/// way than is usual, follows from the measured wait, and stays.
double waitThen(int n, const LockCycle &measured, const LockCycle &now);

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
