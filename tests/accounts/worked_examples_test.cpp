// SPDX-License-Identifier: Apache-2.0
// The two worked examples of the books (milliseconds there, ticks of a microsecond here), and
// small cases whose lines are known on paper.
#include "analyzer/accounts/close.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/ledger/categories.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

namespace {

void emptyRegion(FakeRun &run, uint32_t region, size_t threads) {
  run.fork(region, std::vector<Ticks>(threads, 0));
  run.join(0);
}

// A run like LU2: a first region that only starts the runtime, serial work, one loop.
Profile lu2(int threads, Ticks serial, std::vector<Ticks> starts, std::vector<Ticks> work,
            Ticks join) {
  FakeRun run(threads);
  uint32_t start = run.node(NodeKind::Parallel, "start");
  uint32_t region = run.node(NodeKind::Parallel, "lu");
  uint32_t loop = run.node(NodeKind::For, "lu", true);
  emptyRegion(run, start, starts.size());
  run.serial(serial);
  run.fork(region, starts);
  for (size_t i = 0; i < work.size(); ++i)
    run.spend(i, loop, Spent::Body, work[i], 1100 / work.size());
  run.join(join);
  return run.finish();
}

} // namespace

TEST_CASE("worked example 1: LU2 on two threads") {
  Profile one = lu2(1, 10000, {0}, {482000}, 0);
  Profile many = lu2(2, 10200, {20, 60}, {122000, 366000}, 40);
  REQUIRE(many.window == 376300);
  RepetitionAccount a = closed(one, many, 2, 490000);

  CHECK(line(a, category::unparallelised) == 2 * 5100);
  CHECK(line(a, category::load_imbalance) == 2 * 122000);
  CHECK(line(a, category::fork_join) == 2 * (20 + 40 + 40)); // skew, fork, join
  CHECK(line(a, category::additional_computation) == 2 * 1000);
  CHECK(line(a, category::work_rate) == 2 * 3100);
  CHECK(line(a, category::unidentified) == 0);
  CHECK(2 * a.parallel - a.serial == 2 * 376300 - 490000);
}

TEST_CASE("what constructs and serial code have of p*T is all of it") {
  Profile many = lu2(2, 10200, {20, 60}, {122000, 366000}, 40);
  RepetitionAccount a = closed(lu2(1, 10000, {0}, {482000}, 0), many, 2, 490000);
  Ticks at_constructs = 0, loop = 0;
  for (auto [key, area] : a.area) {
    at_constructs += area;
    loop = std::max(loop, area);
  }
  CHECK(at_constructs == 2 * 376300 - 2 * 10200); // the serial code has no place here
  CHECK(loop == 122000 + 366000 + 244000);        // work and wait; the region has fork and join
}

TEST_CASE("worked example 2: three tasks on two threads") {
  // F 1, C 3, Q 1.5, W 50, I 28.5, J 1 of an area of 85, given as balances.
  KeyTable keys;
  FakeRun nodes(2);
  uint32_t region = nodes.node(NodeKind::Parallel, "");
  uint32_t task = nodes.node(NodeKind::Task, "");
  keys.add(nodes.finish());
  Balances b;
  b.keys = &keys;
  b.serial = 50000;
  for (RunBalance *run : {&b.one, &b.many}) {
    run->nodes.resize(2);
    run->nodes[task][State::Work] = 50000;
    run->nodes[task].executions = 3;
  }
  b.one.threads = 1;
  b.one.window = 50000;
  b.many.threads = 2;
  b.many.window = 42500;
  NodeBalance &r = b.many.nodes[region];
  r[State::Fork] = 1000;
  r[State::Creation] = 3000;
  r[State::Fetching] = 1500;
  r[State::LackOfTasks] = 28500;
  r[State::Join] = 1000;
  REQUIRE(b.many.area() == 85000);

  Result<RepetitionAccount> a = closeBalances(b);
  REQUIRE(a.ok());
  CHECK(line(a.value(), category::fork_join) == 2 * (500 + 500));
  CHECK(line(a.value(), category::task_creation) == 2 * 1500);
  CHECK(line(a.value(), category::runtime_scheduling) == 2 * 750);
  CHECK(line(a.value(), category::partially_parallelised) == 2 * 14250);
  CHECK(line(a.value(), category::work_rate) == 0);
}

TEST_CASE("the first region's fork is startup") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  run.fork(region, {10, 50});
  run.join(5);
  Profile many = run.finish();
  FakeRun single(1);
  single.node(NodeKind::Parallel, "");
  single.fork(region, {10});
  single.join(0);
  RepetitionAccount a = closed(single.finish(), many, 2, 0);
  CHECK(line(a, category::startup) == 60 + 40); // both forks, and one thread's wait for the other
  CHECK(line(a, category::fork_join) == 2 * 5);
}

TEST_CASE("a team smaller than asked is partially parallelised") {
  auto make = [](int p) {
    FakeRun run(p);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, {0});
    run.spend(0, loop, Spent::Body, 1000, 10);
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(4), 4, 1000);
  CHECK(line(a, category::partially_parallelised) == 3 * 1000);
  CHECK(line(a, category::load_imbalance) == 0);
}

TEST_CASE("a wait for a single is lack of parallelism, a wait for a loop is imbalance") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t single = run.node(NodeKind::Single, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, single, Spent::Body, 400, 1);
    run.barrier(single, std::vector<Ticks>(n, 3));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, loop, Spent::Body, n == 1 ? 300 : 100 * (i + 1), 60 / n);
    run.barrier(loop, std::vector<Ticks>(n, 2));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 700);
  CHECK(line(a, category::partially_parallelised) == 400);
  CHECK(line(a, category::load_imbalance) == 100);
  CHECK(line(a, category::barriers) == 2 * 3 + 2 * 2);
}

TEST_CASE("a nowait loop's imbalance is placed at the loop, not at the barrier behind it") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    uint32_t master = run.node(NodeKind::Master, "");
    uint32_t barrier = run.node(NodeKind::Barrier, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, loop, Spent::Body, n == 1 ? 400 : 100 + 200 * i, 60 / n);
    run.spend(0, master, Spent::Body, 50, 1);
    run.barrier(barrier, std::vector<Ticks>(n, 0));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 450);
  // Thread 1 is last by 150: 200 more of the loop, of which the master made up for 50.
  CHECK(line(a, category::load_imbalance) == 150);
  CHECK(line(a, category::partially_parallelised) == 0);
  KeyTable keys;
  keys.add(make(2));
  auto at = [&](NodeKind kind) {
    for (auto &[key, lines] : a.at)
      if (keys.node(key).kind == kind)
        return lines[indexOf(category::load_imbalance)];
    return Ticks(0);
  };
  CHECK(at(NodeKind::For) == 150);
  CHECK(at(NodeKind::Barrier) == 0);
}

TEST_CASE("replicated region code is told from code divided by thread number") {
  auto make = [](size_t n, bool divided) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::Loop, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, loop, Spent::Body, divided ? 600 / n : 600, divided ? 60 / n : 60);
    run.join(0);
    return run.finish();
  };
  CHECK(line(closed(make(1, false), make(2, false), 2, 600), category::replicated_work) == 600);
  CHECK(line(closed(make(1, true), make(2, true), 2, 600), category::replicated_work) == 0);
}

TEST_CASE("a loop of region code that shares out by thread number is not replicated") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::Loop, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i) // every thread goes round as often, and does its part of it
      run.spend(i, loop, Spent::Body, 600 / n, 60);
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 600);
  CHECK(line(a, category::replicated_work) == 0);
  CHECK(line(a, category::work_rate) == 0);
}

TEST_CASE(
    "the wait of a construct without probes is unidentified, its neighbours keep their lines") {
  auto make = [](size_t n, Ticks waited) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    run.describe(region).opaque = opaque_unprobed; // a barrier that was left out
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.describe(loop).parent = static_cast<int>(region);
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i) {
      run.spend(i, loop, Spent::Body, 600 / n + (n > 1 ? 5 : 0), 60 / n);
      run.spend(i, region, Spent::Body, i == 0 ? waited : 0);
    }
    run.spend(1 % n, loop, Spent::Body, waited, 0);
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1, 0), make(2, 100), 2, 600);
  CHECK(line(a, category::unidentified) == 100);
  CHECK(line(a, category::work_rate) == 110);
}

TEST_CASE("a loop with fewer iterations than threads is partially parallelised") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, loop, Spent::Body, 500, 1);
    for (size_t i = 1; i < n; ++i)
      run.spend(i, loop, Spent::Body, 1, 0);
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 500);
  CHECK(line(a, category::partially_parallelised) == 499);
  CHECK(line(a, category::load_imbalance) == 0);
}

TEST_CASE("waits for a lock and lateness because of a lock are both locks") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t critical = run.node(NodeKind::Critical, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i) {
      run.spend(i, critical, Spent::Wait, 100 * i);
      run.spend(i, critical, Spent::Body, n == 1 ? 200 : 100);
    }
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 200);
  CHECK(line(a, category::locks) == 100 + 100);
}

TEST_CASE("own reference: a run without any other run closes without inflation") {
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile =
      std::make_shared<const Profile>(lu2(2, 10200, {20, 60}, {122000, 366000}, 40));
  Result<RepetitionAccount> a = closeRepetition(repetition, keys);
  REQUIRE(a.ok());
  CHECK(line(a.value(), category::work_rate) == 0);
  CHECK(line(a.value(), category::additional_computation) == 0);
  CHECK(line(a.value(), category::load_imbalance) == 2 * 122000);
}

TEST_CASE("set-up in serial code is taken out of the instrumented run") {
  auto make = [](Ticks setup) {
    FakeRun run(1);
    uint32_t region = run.node(NodeKind::Parallel, "");
    run.serial(1000);
    run.fork(region, {0});
    run.spend(0, region, Spent::Body, 500);
    run.join(0);
    Profile profile = run.finish();
    profile.threads[0].serial_probe_ticks = setup;
    profile.window += setup;
    return std::make_shared<const Profile>(profile);
  };
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 1;
  repetition.serial = PlainRun{1500, 0};
  repetition.parallel = PlainRun{1500, 0};
  repetition.one = InstrumentedRun{make(300), 0};
  repetition.instrumented = InstrumentedRun{make(300), 0};
  Result<RepetitionAccount> a = closeRepetition(repetition, keys);
  REQUIRE(a.ok());
  CHECK(a.value().unidentified.agreement == 0);
  CHECK(line(a.value(), category::unparallelised) == 0);
}

TEST_CASE("a region that may hide tasks is unidentified, not cheaper or slower work") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t single = run.node(NodeKind::Single, "");
    run.describe(region).opaque = "tasks";
    run.describe(single).parent = static_cast<int>(region);
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, single, Spent::Body, n == 1 ? 1000 : 500, 1); // the rest by the other thread
    run.barrier(single, std::vector<Ticks>(n, 0));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 1000);
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::partially_parallelised) == 0);
  CHECK(line(a, category::load_imbalance) == 0);
  CHECK(line(a, category::unidentified) == 2 * 500 - 1000);
}
