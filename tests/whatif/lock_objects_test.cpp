// SPDX-License-Identifier: Apache-2.0
// Locks of the routines by their events: which calls take the same one, and for how long.
#include "analyzer/whatif/implied_hold.h"
#include "analyzer/whatif/lock_objects.h"
#include "catch.hpp"

using namespace tare;

namespace {

Node routine(const char *name, int line) {
  Node node;
  node.kind = NodeKind::Lock;
  node.directive = name;
  node.id.path = "x.c";
  node.id.function = "f";
  node.id.kind = "lock";
  node.id.ordinal = line;
  node.parent = 0;
  return node;
}

/// Nodes: 0 a region, 1 and 2 set, 3 unset, 4 another set.
Profile locking() {
  Profile profile;
  ProfileModule module;
  Node region;
  region.kind = NodeKind::Parallel;
  module.tree.nodes = {region, routine("omp_set_lock", 1), routine("omp_set_lock", 2),
                       routine("omp_unset_lock", 3), routine("omp_set_lock", 4)};
  profile.modules.push_back(module);
  profile.threads.resize(2);
  for (ProfileThread &thread : profile.threads)
    thread.nodes.resize(5);
  return profile;
}

void take(Profile &profile, size_t thread, uint32_t node, uint64_t object, Ticks at, Ticks hold) {
  auto add = [&](EventKind kind, uint32_t of, Ticks tick) {
    Event event;
    event.kind = kind;
    event.node = of;
    event.object = object;
    event.tick = tick;
    event.instance = 1;
    profile.threads[thread].events.push_back(event);
  };
  add(EventKind::LockWanted, node, at);
  add(EventKind::LockGot, node, at + 10);
  add(EventKind::LockReleased, 3, at + 10 + hold);
}

} // namespace

TEST_CASE("without events each call of a lock routine is a lock of its own") {
  Profile profile = locking();
  std::vector<int> locks = lockObjects(profile);
  CHECK(locks[0] == -1);
  CHECK(locks[3] == -1); // it releases
  CHECK(locks[1] != locks[2]);
  CHECK(impliedHolds(profile)[1] == 0);
}

TEST_CASE("calls that some object is given to are one lock, held from got to released") {
  Profile profile = locking();
  take(profile, 0, 1, 0xa0, 100, 50);
  take(profile, 1, 2, 0xa0, 200, 70);
  take(profile, 1, 1, 0xa0, 400, 150);
  take(profile, 0, 4, 0xb0, 700, 30);
  std::vector<int> locks = lockObjects(profile);
  CHECK(locks[1] == locks[2]);
  CHECK(locks[1] != locks[4]);
  CHECK(impliedHolds(profile)[1] == Approx(100));
  CHECK(impliedHolds(profile)[2] == Approx(70));
  CHECK(lockEvents(profile)[1].objects == Approx(1));
}

TEST_CASE("objects that are taken as often count as many, others as fewer") {
  Profile profile = locking();
  for (int i = 0; i < 8; ++i)
    take(profile, 0, 1, 0xa0 + 8 * static_cast<uint64_t>(i % 4), 1000 * i, 10);
  for (int i = 0; i < 10; ++i)
    take(profile, 1, 2, i == 0 ? 0xf0 : 0xf8, 1000 * i, 10);
  CHECK(lockEvents(profile)[1].objects == Approx(4));
  CHECK(lockEvents(profile)[2].objects == Approx(100.0 / 82));
  CHECK(lockObjects(profile)[1] != lockObjects(profile)[2]);
}

TEST_CASE("a lock that another thread releases is held for an unknown time") {
  Profile profile = locking();
  take(profile, 0, 1, 0xa0, 100, 50);
  profile.threads[0].events.pop_back();
  Event released;
  released.kind = EventKind::LockReleased;
  released.object = 0xa0;
  released.node = 3;
  profile.threads[1].events.push_back(released);
  CHECK(lockEvents(profile)[1].hold == 0);
}
