// SPDX-License-Identifier: Apache-2.0
// The life of locks beside their waits: how often they were taken, and found taken.
#include "analyzer/accounts/close.h"
#include "catch.hpp"
#include "fake_run.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

TEST_CASE("a lock was held, and some who took it had to wait") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t critical = run.node(NodeKind::Critical, "");
  uint32_t set = run.node(NodeKind::Lock, "set"), unset = run.node(NodeKind::Lock, "unset");
  run.describe(set).directive = "omp_set_lock";
  run.describe(unset).directive = "omp_unset_lock";
  run.fork(region, {0, 0});
  for (size_t i : {0, 1})
    for (int turn = 0; turn < 3; ++turn) {
      run.spend(i, critical, Spent::Wait, i ? 100 : 1, i);
      run.spend(i, critical, Spent::Body, 50, 1);
      run.spend(i, set, Spent::Wait, 1);
      run.spend(i, unset, Spent::Wait, 1);
    }
  run.join(0);
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile = run.shared();
  std::map<int, RepetitionAccount::Lock> locks = closeRepetition(repetition, keys).value().locks;
  REQUIRE(locks.size() == 2); // giving a lock back is not taking it
  std::vector<int> of = keys.add(*repetition.instrumented.profile);
  CHECK(locks[of[critical]].held == 6 * 50);
  CHECK(locks[of[critical]].acquisitions == 6);
  CHECK(locks[of[critical]].contended == 3);
  CHECK(locks[of[set]].acquisitions == 6);
  CHECK(locks[of[set]].contended == 0);
}

TEST_CASE("a thread that is alone finds no lock taken, unless the program makes teams of its own") {
  for (size_t team : {1, 2}) {
    FakeRun run(1);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t critical = run.node(NodeKind::Critical, "");
    run.fork(region, std::vector<Ticks>(team, 0));
    for (size_t i = 0; i < team; ++i) {
      run.spend(i, critical, Spent::Wait, 5000, 1); // it lost its core as it took it
      run.spend(i, critical, Spent::Body, 50, 1);
    }
    run.join(0);
    KeyTable keys;
    Repetition repetition;
    repetition.threads = 1;
    repetition.instrumented.profile = run.shared();
    RepetitionAccount account = closeRepetition(repetition, keys).value();
    REQUIRE(account.locks.size() == 1);
    CHECK(account.locks.begin()->second.acquisitions == team);
    CHECK(account.locks.begin()->second.contended == (team == 1 ? 0 : 2));
  }
}
