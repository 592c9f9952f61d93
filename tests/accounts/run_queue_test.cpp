// SPDX-License-Identifier: Apache-2.0
// Time without a core: out of which states it is taken, in small cases whose lines are known on
// paper.
#include "analyzer/accounts/close.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/alone.h"

using namespace tare;
using namespace tare::test;

namespace {

/// Of all nodes, thread time in ticks.
Ticks cpuWaits(const RepetitionAccount &account, Ticks RepetitionAccount::CpuWait::*run) {
  Ticks sum = 0;
  for (const auto &[key, wait] : account.cpu_waits)
    sum += wait.*run;
  return sum;
}
constexpr auto on_one = &RepetitionAccount::CpuWait::one;
constexpr auto on_many = &RepetitionAccount::CpuWait::many;

} // namespace

TEST_CASE("run-queue delay moves out of waits first and the books still close") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.fork(region, {0, 0});
  run.spend(0, loop, Spent::Body, 1000, 5);
  run.spend(1, loop, Spent::Body, 5000, 5);
  run.barrier(loop, {0, 0});
  run.join(0);
  Profile many = run.finish();
  Segment &late = many.threads[1].log[1];
  late.has_runq = true;
  late.runq_ns = 3000 * 1000; // thread 1 had no core for 3000 ticks
  FakeRun single(1);
  single.node(NodeKind::Parallel, "");
  single.node(NodeKind::For, "", true);
  single.fork(region, {0});
  single.spend(0, loop, Spent::Body, 3000, 10);
  single.barrier(loop, {0});
  single.join(0);
  RepetitionAccount a = closed(single.finish(), many, 2, 3000);
  CHECK(line(a, category::off_cpu) == 3000);
  CHECK(line(a, category::load_imbalance) == 4000); // 1000 of the work, 3000 for want of a core
  CHECK(cpuWaits(a, on_many) == 3000);
  CHECK(cpuWaits(a, on_one) == 0);
  CHECK(line(a, category::work_rate) == 0);
}

TEST_CASE("what a thread waited for a core before it could begin is no fork") {
  auto make = [](Ticks waited) {
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, {0, 3000});
    run.spend(0, loop, Spent::Body, 5000, 5);
    run.spend(1, loop, Spent::Body, 2000, 5);
    run.barrier(loop, {0, 0});
    run.join(0);
    Profile profile = run.finish();
    profile.threads[1].log[0].late = waited;
    return profile;
  };
  for (Ticks waited : {0, 2900, 4000}) { // of 3000 until its start
    Ticks delay = std::min<Ticks>(waited, 3000);
    FakeRun single(1);
    uint32_t region = single.node(NodeKind::Parallel, "");
    uint32_t loop = single.node(NodeKind::For, "", true);
    single.fork(region, {0});
    single.spend(0, loop, Spent::Body, 7000, 10);
    single.barrier(loop, {0});
    single.join(0);
    RepetitionAccount a = closed(single.finish(), make(waited), 2, 7000);
    CHECK(line(a, category::off_cpu) == delay);
    CHECK(line(a, category::fork_join) + line(a, category::startup) == 3000 - delay);
    CHECK(cpuWaits(a, on_many) == waited);
  }
}

TEST_CASE("delay while others are still at work stays in the wait that they cause") {
  auto make = [](size_t n, Ticks delay_ns) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, loop, Spent::Body, n == 1 ? 6000 : 1000, 5);
    for (size_t i = 1; i < n; ++i)
      run.spend(i, loop, Spent::Body, 5000, 5);
    run.barrier(loop, std::vector<Ticks>(n, 0));
    run.join(0);
    Profile profile = run.finish();
    profile.threads[0].log[0].has_runq = true;
    profile.threads[0].log[0].runq_ns = delay_ns;
    return profile;
  };
  RepetitionAccount a = closed(make(1, 0), make(2, 4000 * 1000), 2, 6000);
  CHECK(line(a, category::off_cpu) == 0);
  CHECK(cpuWaits(a, on_many) == 4000); // no loss, and yet it may be what made the others late
  CHECK(cpuWaits(closed(make(1, 500 * 1000), make(2, 0), 2, 6000), on_one) == 500);
  CHECK(line(a, category::load_imbalance) == 4000);
  // More threads than cores, and threads that sleep while they wait: it was suffered at work.
  auto crowded = [&](const std::string &runtime, uint32_t cores) {
    Profile many = make(2, 600 * 1000);
    many.openmp_runtime = runtime;
    many.cores_allowed = cores;
    return line(closed(make(1, 0), many, 2, 6000), category::off_cpu);
  };
  CHECK(crowded("libgomp", 1) == 600);
  CHECK(crowded("libgomp", 2) == 0);
  CHECK(crowded("libomp", 1) == 0);
}

namespace {

// Two threads, 64 barriers: each thread works, the other waits for it in turns; both wait for their
// release. Thread 1 had no core for 6400 ticks of that, which is read at the region's end.
Profile delayedAtBarriers() {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.fork(region, {0, 0});
  for (int i = 0; i < 64; ++i) {
    run.spend(0, loop, Spent::Body, i % 2 ? 2000 : 1000, 5);
    run.spend(1, loop, Spent::Body, i % 2 ? 1000 : 2000, 5);
    run.barrier(barrier, {50, 50});
  }
  run.join(0);
  Profile profile = run.finish();
  Segment &last = profile.threads[1].log.back();
  last.has_runq = true;
  last.runq_ns = 6400 * 1000;
  profile.threads[1].runq_ns = last.runq_ns;
  return profile;
}

Profile withEachNth(Profile profile, uint32_t n) {
  profile.log_complete = false;
  for (ProfileThread &thread : profile.threads)
    std::erase_if(thread.log, [&](const Segment &segment) {
      return !segment.is_last && segment.ordinal / 2 % n != 0; // both kinds
    });
  return profile;
}

Ticks offCpu(const Profile &profile) {
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  BalancedRun run = balanceRun(profile, 2, keys, of).value();
  Ticks sum = 0;
  for (const NodeBalance &node : run.balance.nodes)
    sum += node[State::OffCpu] + node[State::WaitOffCpu];
  return sum;
}

} // namespace

TEST_CASE("a thinned log has as much run-queue delay as a complete one") {
  Profile whole = delayedAtBarriers();
  Ticks all = offCpu(whole);
  CHECK(all > 500); // most of it is while the other one was waited for
  for (uint32_t n : {2, 8, 32}) {
    INFO("one of " << n << " barriers");
    CHECK(double(offCpu(withEachNth(whole, n))) == Approx(double(all)).epsilon(0.1));
  }
}

TEST_CASE("a wide line without a core doubts the system only where that told no run's delay") {
  auto doubts = [](double runq_s) {
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, {0, 0});
    run.spend(0, loop, Spent::Body, 5000, 5);
    run.spend(1, loop, Spent::Body, 5000, 5);
    run.join(0);
    Experiment experiment = alone(run.finish());
    for (int delay : {1000, 4000}) {
      Profile delayed = run.finish();
      delayed.threads[1].log[0].has_runq = true;
      delayed.threads[1].log[0].runq_ns = static_cast<uint64_t>(delay) * 1000;
      experiment.repetitions.push_back(alone(delayed).repetitions[0]);
    }
    experiment.repetitions.back().parallel = PlainRun{5000, runq_s, {}};
    Result<Ledger> ledger = account(experiment);
    REQUIRE(ledger.ok());
    bool wide = false, wrong = false;
    for (const std::string &note : sentencesOf(ledger.value().tables[0].notes))
      if (note.find("the band of 'waiting for a CPU") == 0) {
        wide = true;
        wrong = note.find("wrong when the system tells no run-queue delay") != note.npos;
      }
    CHECK(wide);
    return wrong;
  };
  CHECK(doubts(0));
  CHECK_FALSE(doubts(0.004));
}

TEST_CASE("waits for a CPU are divided by what their thread did, over all of its places") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true), other = run.node(NodeKind::For, "2", true);
  run.fork(region, {0, 0});
  run.spend(0, loop, Spent::Body, 3000, 5);
  run.spend(0, other, Spent::Body, 1000, 5);
  run.spend(1, loop, Spent::Body, 4000, 5);
  run.join(0);
  Profile profile = run.finish();
  profile.threads[0].log[0].has_runq = true;
  profile.threads[0].log[0].runq_ns = 400 * 1000;
  profile.threads[0].runq_ns = 400 * 1000;
  std::vector<double> at = cpuWaitsAtNodes(profile, Teams(profile));
  CHECK(at.at(loop) == 300);
  CHECK(at.at(other) == 100);
  CHECK(at.at(region) == 0);
}

// Worked example 2 of BOOKS section 4, whose worker has no core for a while.
TEST_CASE("run-queue delay moves out of gaps between tasks before it moves out of tasks") {
  auto accountOf = [](Ticks without_core) {
    auto make = [&](int threads) {
      FakeRun run(threads);
      uint32_t region = run.node(NodeKind::Parallel, "");
      uint32_t task = run.node(NodeKind::Task, "");
      run.fork(region, std::vector<Ticks>(size_t(threads), 0));
      if (threads == 1) {
        for (Ticks ticks : {10000, 10000, 30000})
          run.spend(0, task, Spent::Body, ticks, 1);
        run.join(500);
      } else {
        threeTasksOnTwoThreads(run, task);
      }
      return run.finish();
    };
    Profile many = make(2);
    Segment &worker = many.threads[1].log[0];
    worker.has_runq = true;
    worker.runq_ns = static_cast<uint64_t>(without_core * 1000);
    return closed(make(1), many, 2, 50000);
  };
  RepetitionAccount none = accountOf(0), some = accountOf(600), more = accountOf(1600);
  CHECK(line(none, category::off_cpu) == 0);
  CHECK(line(none, category::runtime_scheduling) == 1500);
  CHECK(line(some, category::off_cpu) == 600);
  CHECK(line(some, category::runtime_scheduling) == 900);
  CHECK(line(some, category::work_rate) == line(none, category::work_rate));
  CHECK(line(some, category::unidentified) == 0);
  CHECK(line(more, category::off_cpu) == 1600);
  CHECK(line(more, category::runtime_scheduling) == 500); // the master's
  CHECK(line(more, category::work_rate) == line(none, category::work_rate) - 600);
}
