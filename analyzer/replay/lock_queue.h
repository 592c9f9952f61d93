// SPDX-License-Identifier: Apache-2.0
// Waits for a lock. Who gets it when is not in the log, so the team is taken as a closed queue with
// one server: n threads, each thinking, waiting and holding in turn, in the order of their arrival.
// How long they wait lies between two cases: they come by chance (mean value analysis, Reiser and
// Lavenberg 1980), or each in its turn, so that nobody waits while there is time left.
#pragma once

#include <random>

namespace tare {

/// Ticks of one acquisition, mean over a team between two common points.
struct LockCycle {
  double think = 0; // since the release before
  double wait = 0;
  double hold = 0;
};

/// Wait and service together: n customers that come by chance, and each time to one of so many
/// servers.
double queueResponse(int n, double think, double service, double servers = 1);

/// How much longer they wait because thinking and holding vary by chance, with these variances: a
/// simulation of so many acquisitions. Threads that always take the same wait for each other once,
/// and never again while there is time left.
double waitByChance(int n, const LockCycle &mean, double think_variance, double hold_variance,
                    int acquisitions, std::minstd_rand &random);

/// How long a lock is held each time, where n threads that are busy for `busy` between two waits, what
/// they do while they hold it included, wait for `wait` each time.
double holdFrom(int n, double busy, double wait);

/// The wait of `n_now` threads when thinking and holding take what they do in `now`, by what it was
/// of `n` threads in `measured`.
/// What handing the lock over takes beyond holding it, or how much less they get into each other's
/// way than is usual, follows from the measured wait, and stays. `locks`: that stand for the one then.
double waitThen(int n, const LockCycle &measured, int n_now, const LockCycle &now,
                double locks = 1);

} // namespace tare
