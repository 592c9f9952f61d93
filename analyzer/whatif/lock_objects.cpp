// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/lock_objects.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace tare {

namespace {

/// One call's acquisitions, by the address of the lock.
using ObjectsOfCalls = std::map<uint32_t, std::map<uint64_t, double>>;

ObjectsOfCalls objectsOfCalls(const Profile &profile) {
  ObjectsOfCalls calls;
  for (const ProfileThread &thread : profile.threads)
    for (const Event &event : thread.events)
      if (event.kind == EventKind::LockGot && event.object != 0)
        ++calls[event.node][event.object];
  return calls;
}

/// Calls that some object is given to become one lock.
void joinByObjects(const Profile &profile, std::vector<int> &locks) {
  std::map<uint64_t, int> of_object;
  for (const auto &[node, objects] : objectsOfCalls(profile)) {
    if (node >= locks.size() || locks[node] < 0)
      continue;
    for (const auto &[object, count] : objects) {
      int known = of_object.emplace(object, locks[node]).first->second;
      if (known != locks[node])
        std::ranges::replace(locks, int(locks[node]), known);
    }
    for (auto &[object, lock] : of_object)
      lock = objects.count(object) ? locks[node] : lock;
  }
}

} // namespace

std::vector<int> lockObjects(const Profile &profile) {
  std::vector<int> locks(profile.nodeCount(), -1);
  std::map<std::string, int> names;
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      std::string name;
      if (node.kind == NodeKind::Critical) {
        const Clause *clause = findClause(node.clauses, "critical");
        name = "critical " + (clause ? clause->expression : std::string());
      } else if (node.kind == NodeKind::Lock && !releasesLock(node)) {
        name = node.id.text();
      } else {
        continue;
      }
      locks[module.first_node + i] =
          names.emplace(name, static_cast<int>(names.size())).first->second;
    }
  joinByObjects(profile, locks);
  return locks;
}

std::vector<LockEvents> lockEvents(const Profile &profile) {
  struct Held {
    Ticks since = 0;
    uint32_t node = 0;
  };
  std::vector<LockEvents> known(profile.nodeCount());
  std::vector<double> times(known.size(), 0);
  for (const ProfileThread &thread : profile.threads) {
    std::map<uint64_t, Held> held; // by this thread now
    for (const Event &event : thread.events) {
      if (event.kind == EventKind::LockGot)
        held[event.object] = {event.tick, event.node};
      if (event.kind != EventKind::LockReleased)
        continue;
      if (auto got = held.find(event.object); got != held.end()) {
        known[got->second.node].hold += static_cast<double>(event.tick - got->second.since);
        ++times[got->second.node];
        held.erase(got);
      }
    }
  }
  for (size_t node = 0; node < known.size(); ++node)
    known[node].hold = times[node] > 0 ? known[node].hold / times[node] : 0;
  for (const auto &[node, objects] : objectsOfCalls(profile)) {
    double all = 0, squares = 0;
    for (const auto &[object, count] : objects) {
      all += count;
      squares += count * count;
    }
    known[node].objects = all * all / squares;
  }
  return known;
}

} // namespace tare
