// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/lock_queue.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tare {

namespace {

// How much of the way from threads in turns to threads by chance: pieces of one loop are alike. The
// tests of contention come out best with it.
constexpr double usual_chance = 0.25;

// Waiting in the queue.
double queueing(int n, double think, double service, double chance, double servers = 1) {
  double random = queueResponse(n, think, service, servers) - service;
  double regular = std::max((n / servers - 1) * service - think, 0.0);
  return chance * random + (1 - chance) * regular;
}

} // namespace

double queueResponse(int n, double think, double service, double servers) {
  double queue = 0, response = service;
  for (int customers = 1; customers <= n; ++customers) {
    response = service * (1 + queue / servers);
    queue = response + think > 0 ? customers * response / (response + think) : customers;
  }
  return response;
}

double waitByChance(int n, const LockCycle &mean, double think_variance, double hold_variance,
                    int acquisitions, std::minstd_rand &random) {
  // The distribution wants some deviation, however small.
  constexpr double least = std::numeric_limits<double>::min();
  std::normal_distribution<double> think(mean.think, std::max(std::sqrt(think_variance), least));
  std::normal_distribution<double> hold(mean.hold, std::max(std::sqrt(hold_variance), least));
  std::vector<double> comes; // by thread: when it wants the lock
  double cycle = std::max(mean.think + mean.hold, n * mean.hold);
  for (int thread = 0; thread < n; ++thread)
    comes.push_back(cycle * thread / n);
  double free = 0, waits = 0;
  int to_settle = 10 * n;
  for (int i = -to_settle; i < acquisitions; ++i) {
    double &next = *std::ranges::min_element(comes);
    double start = std::max(next, free);
    waits += i >= 0 ? start - next : 0;
    free = start + std::max(hold(random), 0.0);
    next = free + std::max(think(random), 0.0);
  }
  double regular = std::max((n - 1) * mean.hold - mean.think, 0.0);
  return std::max(waits / acquisitions - regular, 0.0);
}

double holdFrom(int n, double busy, double wait) {
  constexpr int halvings = 40;
  double low = 0, high = busy;
  for (int i = 0; i < halvings; ++i) {
    double hold = (low + high) / 2;
    (queueing(n, busy - hold, hold, usual_chance) < wait ? low : high) = hold;
  }
  return (low + high) / 2;
}

double waitThen(int n, const LockCycle &measured, int n_now, const LockCycle &now, double locks) {
  double chance = usual_chance, handover = 0;
  double least = queueing(n, measured.think, measured.hold, chance);
  if (least > measured.wait) { // they keep out of each other's way
    double regular = queueing(n, measured.think, measured.hold, 0);
    chance *= std::max(measured.wait - regular, 0.0) / std::max(least - regular, 1e-9);
    chance = std::min(chance, usual_chance);
  } else {
    double high = measured.wait;
    for (int step = 0; step < 60; ++step) {
      double middle = (handover + high) / 2;
      double wait = middle + queueing(n, measured.think, measured.hold + middle, chance);
      (wait < measured.wait ? handover : high) = middle;
    }
  }
  return handover + queueing(n_now, now.think, now.hold + handover, chance, locks);
}

} // namespace tare
