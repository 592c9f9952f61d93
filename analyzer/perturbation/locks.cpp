// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/locks.h"
#include "instrumenter/nodes/sampled.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace tare {

namespace {

// How much of the way from threads in turns to threads by chance: pieces of one loop are alike. The
// tests of contention come out best with it.
constexpr double usual_chance = 0.25;

// Waiting in the queue.
double queueing(int n, double think, double service, double chance) {
  double random = queueResponse(n, think, service) - service;
  double regular = std::max((n - 1) * service - think, 0.0);
  return chance * random + (1 - chance) * regular;
}

bool sameCosts(const LockCycle &a, const LockCycle &b) {
  return a.think == b.think && a.hold == b.hold;
}

} // namespace

double queueResponse(int n, double think, double service) {
  double queue = 0, response = service;
  for (int customers = 1; customers <= n; ++customers) {
    response = service * (1 + queue);
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

double waitThen(int n, const LockCycle &measured, const LockCycle &now) {
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
  return handover + queueing(n, now.think, now.hold + handover, chance);
}

Locks::Locks(const Profile &profile, double dispersion)
    : locks_(profile.nodeCount(), -1), dispersion_(dispersion) {
  std::map<std::string, int> names;
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      if (node.kind != NodeKind::Critical || samplesAcquisitions(node))
        continue;
      const Clause *name = findClause(node.clauses, "critical");
      locks_[module.first_node + i] =
          names.emplace(name ? name->expression : "", static_cast<int>(names.size())).first->second;
    }
  count_ = static_cast<int>(names.size());
}

void Locks::shrink(std::span<const LockUser> team) {
  for (int lock = 0; lock < count_; ++lock)
    shrinkOne(lock, team);
}

bool Locks::isOf(int lock, const SpentTime &record) const {
  return hasCell(record.kind) && locks_[record.node] == lock;
}

// Adds a thread's time with the lock to the sums, if it ever acquired it.
bool Locks::add(int lock, const LockUser &user, Sums &sums) const {
  double acquisitions = 0;
  LockCycle then, now;
  for (size_t i = 0; i < user.now->size(); ++i) {
    const SpentTime &record = (*user.now)[i];
    if (!isOf(lock, record))
      continue;
    bool waits = record.kind == Spent::Wait;
    acquisitions += waits ? record.entries : 0;
    (waits ? then.wait : then.hold) += static_cast<double>((*user.before)[i]);
    (waits ? now.wait : now.hold) += static_cast<double>(record.ticks);
  }
  if (acquisitions == 0)
    return false;
  auto length = static_cast<double>(user.measured);
  auto length_now = static_cast<double>(user.measured - *user.less);
  // Of the probes around a wait one half takes its time while the lock is held: behind getting it,
  // and before giving it back.
  double probes = then.wait - now.wait;
  sums.acquisitions += acquisitions;
  sums.then.wait += now.wait;
  sums.then.hold += then.hold + probes / 2;
  sums.then.think += std::max(length - then.wait - then.hold, 0.0) + probes / 2;
  sums.now.hold += now.hold;
  sums.now.think += std::max(length_now - now.wait - now.hold, 0.0);
  ++sums.users;
  return true;
}

// Of the measured wait, by how much it is longer because probes took now less, now more.
double Locks::byProbes(const Sums &sums) {
  constexpr int fewest = 50, most = 1000; // acquisitions that are simulated
  double think = dispersion_ * std::max(sums.then.think - sums.now.think, 0.0);
  double hold = dispersion_ * std::max(sums.then.hold - sums.now.hold, 0.0);
  double cycle = sums.then.think + sums.then.hold;
  if (std::sqrt(think + hold) <= 0.01 * cycle)
    return 0;
  int acquisitions = static_cast<int>(std::clamp<double>(sums.acquisitions, fewest, most));
  return waitByChance(sums.users, sums.then, think, hold, acquisitions, random_);
}

void Locks::shrinkOne(int lock, std::span<const LockUser> team) {
  Sums sums;
  for (const LockUser &user : team)
    add(lock, user, sums);
  if (sums.users < 2 || sums.then.wait <= 0 || sameCosts(sums.then, sums.now))
    return;
  for (LockCycle *cycle : {&sums.then, &sums.now}) {
    cycle->think /= sums.acquisitions;
    cycle->wait /= sums.acquisitions;
    cycle->hold /= sums.acquisitions;
  }
  LockCycle steady = sums.then;
  steady.wait = std::max(steady.wait - byProbes(sums), 0.0);
  double factor = waitThen(sums.users, steady, sums.now) / sums.then.wait;
  for (const LockUser &user : team)
    for (size_t i = 0; i < user.now->size(); ++i)
      if (isOf(lock, (*user.now)[i]) && (*user.now)[i].kind == Spent::Wait)
        setWait(user, i, wholeTicks(static_cast<double>((*user.now)[i].ticks) * factor));
}

void Locks::setWait(const LockUser &user, size_t record, Ticks ticks) {
  SpentTime &wait = (*user.now)[record];
  *user.less += wait.ticks - ticks;
  wait.ticks = ticks;
}

} // namespace tare
