// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/locks.h"

#include "instrumenter/nodes/sampled.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {

namespace {

bool sameCosts(const LockCycle &a, const LockCycle &b) {
  return a.think == b.think && a.hold == b.hold;
}

} // namespace

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
  double factor = waitThen(sums.users, steady, sums.users, sums.now) / sums.then.wait;
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
