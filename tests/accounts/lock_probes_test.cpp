// SPDX-License-Identifier: Apache-2.0
// How far waits for locks may be the probes' doing.
#include "analyzer/books/lock_probes.h"

#include "catch.hpp"

#include <random>

using namespace tare;

namespace {

/// Two threads; a lock that is held for `held` and waited for during `wait`, a part of its
/// acquisitions contended.
RunBalance lockedFor(Ticks held, Ticks wait, uint64_t contended) {
  RunBalance run;
  run.threads = 2;
  run.nodes.resize(2);
  NodeBalance &lock = run.nodes[1];
  lock[State::Work] = held;
  lock[State::Lock] = wait;
  lock.acquisitions = 100;
  lock.contended = contended;
  run.nodes[0][State::Region] = 1'000'000 - held - wait;
  run.window = run.area() / 2;
  return run;
}

} // namespace

TEST_CASE("probes as long as the section: half of the waits may be theirs") {
  RunBalance run = lockedFor(100'000, 400'000, 100);
  RunBalance shorter = withShorterLockWaits(run, 100'000);
  CHECK(shorter.nodes[1][State::Lock] == 200'000);
  CHECK(shorter.window == run.window - 100'000);
  CHECK(shorter.area() == 2 * shorter.window);
  CHECK(shorter.nodes[1][State::Work] == 100'000);
}

TEST_CASE("nobody waits because of probes where nobody waits, alone, or without probes") {
  RunBalance run = lockedFor(100'000, 400'000, 0); // the wait is the lock's own work
  CHECK(withShorterLockWaits(run, 100'000).window == run.window);
  run = lockedFor(100'000, 400'000, 100);
  CHECK(withShorterLockWaits(run, 0).window == run.window);
  run.threads = 1;
  CHECK(withShorterLockWaits(run, 100'000).window == run.window);
}

TEST_CASE("the books close whatever the figures") {
  std::mt19937 random(5);
  auto upTo = [&](Ticks most) { return std::uniform_int_distribution<Ticks>(0, most)(random); };
  for (int trial = 0; trial < 200; ++trial) {
    RunBalance run = lockedFor(upTo(300'000), upTo(600'000), static_cast<uint64_t>(upTo(120)));
    if (run.area() % 2)
      ++run.nodes[0][State::Region];
    run.window = run.area() / 2;
    RunBalance shorter = withShorterLockWaits(run, static_cast<double>(upTo(500'000)));
    CHECK(shorter.area() == 2 * shorter.window);
    CHECK(shorter.nodes[1][State::Lock] >= 0);
    CHECK(shorter.nodes[1][State::Lock] <= run.nodes[1][State::Lock] + 1);
  }
}
