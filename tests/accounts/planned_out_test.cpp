// SPDX-License-Identifier: Apache-2.0
// Programs that a plan left constructs of without probes, and a pilot run of the same that had all:
// where executions are alike, the lines are those of the run with all probes.
#include "analyzer/books/balance_run.h"
#include "analyzer/books/planned_out.h"
#include "analyzer/ledger/categories.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/alone.h"

#include <cstdlib>

using namespace tare;
using namespace tare::test;

namespace {

/// A program as a run with all probes sees it, and one whose plan left some of them out.
struct Seen {
  InstrumentedRun one, many;
};

InstrumentedRun runOf(FakeRun &run) { return {run.shared(), 0}; }

Repetition repetitionSeen(const Seen &seen) {
  Repetition repetition;
  repetition.threads = 2;
  repetition.serial = PlainRun{seen.one.profile->window, 0};
  repetition.one = seen.one;
  repetition.instrumented = seen.many;
  return repetition;
}

RepetitionAccount account(const Repetition &repetition) {
  KeyTable keys;
  return closed(repetition, keys);
}

Ticks totalOf(const RepetitionAccount &account) {
  Ticks sum = 0;
  for (Ticks ticks : account.totals)
    sum += ticks;
  return sum;
}

void leaveOut(FakeRun &run, uint32_t node) {
  run.describe(node).treatment = Treatment::Unprobed;
  run.describe(node).reason = "too dear";
}

/// `phases` phases of uneven work between barriers, with a lock in each; `times` as long.
InstrumentedRun phases(size_t n, bool planned, Ticks times = 1) {
  FakeRun run(static_cast<int>(n));
  uint32_t start = run.node(NodeKind::Parallel, "start");
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t barrier = run.node(NodeKind::Barrier, ""), lock = run.node(NodeKind::Critical, "");
  for (uint32_t node : {barrier, lock}) {
    run.describe(node).parent = static_cast<int>(region);
    if (planned)
      leaveOut(run, node);
  }
  if (planned)
    run.describe(region).opaque = opaque_unprobed;
  run.fork(start, std::vector<Ticks>(n, 0));
  run.join(0);
  run.serial(1000);
  run.fork(region, std::vector<Ticks>(n, 0));
  for (int phase = 0; phase < 10; ++phase) {
    for (size_t i = 0; i < n; ++i) {
      Ticks work = times * (n == 1 ? 400 : i == 0 ? 300 : 100), wait = n == 1 ? 0 : times * 40;
      Ticks held = times * (n == 1 ? 20 : 10), late = n == 1 || i == 0 ? 0 : times * 200;
      if (planned) {
        run.spend(i, region, Spent::Body, work + wait + held + late + times * 6);
        continue;
      }
      run.spend(i, region, Spent::Body, work);
      run.spend(i, lock, Spent::Wait, wait, n == 1 ? 0 : 1);
      run.spend(i, lock, Spent::Body, held);
    }
    if (!planned)
      run.barrier(barrier, std::vector<Ticks>(n, times * 6));
  }
  run.join(0);
  return runOf(run);
}

Seen seenPhases(bool planned, Ticks times = 1) {
  return {phases(1, planned, times), phases(2, planned, times)};
}

void checkLikeFull(const Seen &full, const Repetition &planned, Ticks off) {
  RepetitionAccount expected = account(repetitionSeen(full)), told = account(planned);
  CHECK(totalOf(told) ==
        totalOf(account(repetitionSeen({planned.one.value(), planned.instrumented}))));
  for (size_t i = 0; i < allOverheads().size(); ++i) {
    INFO(allOverheads()[i]->category);
    CHECK(std::abs(told.totals[i] - expected.totals[i]) <= off);
  }
}

Repetition withPilot(const Seen &planned, const Seen &pilot) {
  Repetition repetition = repetitionSeen(planned);
  repetition.pilot_one = pilot.one;
  repetition.pilot = pilot.many;
  return repetition;
}

} // namespace

TEST_CASE("what constructs without probes waited is told by a run that had all") {
  RepetitionAccount bare = account(repetitionSeen(seenPhases(true)));
  REQUIRE(line(bare, category::load_imbalance) == 0);
  REQUIRE(line(bare, category::locks) == 0);
  Repetition repetition = withPilot(seenPhases(true), seenPhases(false));
  checkLikeFull(seenPhases(false), repetition, 4);
  RepetitionAccount told = account(repetition);
  CHECK(line(told, category::load_imbalance) == Approx(2000).margin(4));
  CHECK(told.told_by_pilot == Approx(2000 + 800 + 120).margin(8));
}

TEST_CASE("a pilot that took twice as long tells how time divides, not how much there was") {
  checkLikeFull(seenPhases(false), withPilot(seenPhases(true), seenPhases(false, 2)), 4);
}

TEST_CASE("by what the pilot took more its lines are in doubt") {
  Repetition alike = withPilot(seenPhases(true), seenPhases(false));
  Repetition longer = withPilot(seenPhases(true), seenPhases(false, 2));
  size_t imbalance = indexOf(category::load_imbalance);
  CHECK(account(alike).doubt.at(imbalance) <= 4);
  CHECK(account(longer).doubt.at(imbalance) >= 1900);
  CHECK(account(repetitionSeen(seenPhases(false))).doubt.empty());
}

TEST_CASE("a pilot never tells more than there was") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, "");
  run.describe(barrier).parent = static_cast<int>(region);
  run.describe(region).opaque = opaque_unprobed;
  leaveOut(run, barrier);
  run.serial(50000);
  run.fork(region, {0, 0});
  for (size_t i = 0; i < 2; ++i)
    run.spend(i, region, Spent::Body, 10);
  run.join(0);
  Profile planned = run.finish();
  KeyTable keys;
  std::vector<int> of = keys.add(planned);
  Result<BalancedRun> made = balanceRun(planned, 2, keys, of);
  REQUIRE(made.ok());
  RunBalance balance = made.value().balance;
  Ticks area = balance.area();
  FakeRun full(2);
  full.node(NodeKind::Parallel, "");
  full.node(NodeKind::Barrier, "");
  full.describe(barrier).parent = static_cast<int>(region);
  full.fork(region, {0, 0});
  full.spend(0, region, Spent::Body, 100000);
  full.barrier(barrier, {5, 5});
  full.join(0);
  Profile pilot = full.finish();
  PlannedOut told = tellPlannedOut(pilot, Teams(pilot), keys, balance);
  CHECK(told.any);
  CHECK(told.told <= 20);
  CHECK(balance.area() == area);
  for (const NodeBalance &node : balance.nodes)
    for (Ticks ticks :
         {node[State::Work], node[State::Region], node[State::Opaque], node[State::WaitUnknown]})
      CHECK(ticks >= 0);
}

TEST_CASE("where the plan left nothing out the pilot has no say") {
  Seen full = seenPhases(false);
  Repetition repetition = withPilot(full, seenPhases(false, 3));
  RepetitionAccount with = account(repetition), without = account(repetitionSeen(full));
  CHECK(with.totals == without.totals);
  CHECK(with.told_by_pilot == 0);
  CHECK(with.doubt == without.doubt);
}

namespace {

/// Three tasks that one thread creates while the other waits at the region's end; without probes
/// all that is seen is the region.
InstrumentedRun tasks(size_t n, bool planned) {
  FakeRun run(static_cast<int>(n));
  uint32_t start = run.node(NodeKind::Parallel, "start");
  uint32_t region = run.node(NodeKind::Parallel, ""), task = run.node(NodeKind::Task, "");
  run.describe(task).parent = static_cast<int>(region);
  if (planned) {
    leaveOut(run, task);
    run.describe(region).opaque = opaque_tasks;
  }
  run.fork(start, std::vector<Ticks>(n, 0));
  run.join(0);
  run.fork(region, std::vector<Ticks>(n, 0));
  if (n == 1 && planned)
    run.spend(0, region, Spent::Body, 50000);
  if (n == 1 && !planned)
    run.spend(0, task, Spent::Body, 50000, 3);
  if (n == 2 && planned) {
    run.spend(0, region, Spent::Body, 3000);
    run.join(39000);
  }
  if (n == 2 && !planned) {
    run.spend(0, task, Spent::Creation, 3000);
    run.fetchInWait(0, task, 500);
    run.taskInWait(0, task, 3500, 10000);
    run.fetchInWait(1, task, 500);
    run.taskInWait(1, task, 1500, 10000);
    run.taskInWait(1, task, 11500, 30000);
    run.join(500);
    return runOf(run);
  }
  if (n == 1)
    run.join(0);
  return runOf(run);
}

} // namespace

TEST_CASE("tasks without probes: who lacked them, who created them and who looked for them") {
  Seen planned{tasks(1, true), tasks(2, true)}, full{tasks(1, false), tasks(2, false)};
  REQUIRE(planned.many.profile->window == full.many.profile->window);
  RepetitionAccount bare = account(repetitionSeen(planned));
  REQUIRE(line(bare, category::partially_parallelised) == 0);
  checkLikeFull(full, withPilot(planned, full), 4);
}

namespace {

/// Each thread does all of ten phases, with a barrier without probes after each; `locked`: a part
/// of it in a critical construct, without probes too.
InstrumentedRun repeated(size_t n, bool planned, bool locked) {
  FakeRun run(static_cast<int>(n));
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t barrier = run.node(NodeKind::Barrier, ""), lock = run.node(NodeKind::Critical, "");
  for (uint32_t node : {barrier, lock}) {
    run.describe(node).parent = static_cast<int>(region);
    if (planned)
      leaveOut(run, node);
  }
  if (planned)
    run.describe(region).opaque = opaque_unprobed;
  run.fork(region, std::vector<Ticks>(n, 0));
  for (int phase = 0; phase < 10; ++phase) {
    for (size_t i = 0; i < n; ++i) {
      Ticks held = locked ? 50 : 0, late = planned ? 6 : 0;
      run.spend(i, region, Spent::Body, 400 - held + (planned ? held + late : 0));
      if (locked && !planned)
        run.spend(i, lock, Spent::Body, held);
    }
    if (!planned)
      run.barrier(barrier, std::vector<Ticks>(n, 6));
  }
  run.join(0);
  return runOf(run);
}

Seen seenRepeated(bool planned, bool locked) {
  return {repeated(1, planned, locked), repeated(2, planned, locked)};
}

} // namespace

TEST_CASE("work around barriers without probes: whether each thread repeats it is told") {
  REQUIRE(line(account(repetitionSeen(seenRepeated(true, false))), category::replicated_work) == 0);
  Repetition repetition = withPilot(seenRepeated(true, false), seenRepeated(false, false));
  checkLikeFull(seenRepeated(false, false), repetition, 4);
  CHECK(line(account(repetition), category::replicated_work) == Approx(4000).margin(4));
  repetition.pilot_one.reset();
  CHECK(line(account(repetition), category::replicated_work) == 0);
}

TEST_CASE("work around constructs without probes that compute is not told from theirs") {
  Repetition repetition = withPilot(seenRepeated(true, true), seenRepeated(false, true));
  CHECK(line(account(repetition), category::replicated_work) == 0);
}

TEST_CASE("a pilot that waited longer there than the run was there tells not what is work") {
  auto make = [](size_t n, bool planned, Ticks work, Ticks wait) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, "");
    uint32_t other = run.node(NodeKind::Parallel, "other");
    run.describe(barrier).parent = static_cast<int>(region);
    if (planned) {
      leaveOut(run, barrier);
      run.describe(region).opaque = opaque_unprobed;
    }
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, region, Spent::Body, work + (planned ? wait : 0));
    if (!planned)
      run.barrier(barrier, std::vector<Ticks>(n, wait));
    run.join(0);
    run.fork(other, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, other, Spent::Body, 30000 - work - wait);
    run.join(0);
    return runOf(run);
  };
  Seen planned{make(1, true, 4000, 6), make(2, true, 4000, 6)};
  Seen pilot{make(1, false, 4000, 6), make(2, false, 1, 20000)};
  CHECK(line(account(withPilot(planned, {pilot.one, make(2, false, 4000, 6)})),
             category::replicated_work) == Approx(30000).margin(50));
  RepetitionAccount told = account(withPilot(planned, pilot));
  CHECK(line(told, category::replicated_work) == Approx(26000).margin(50)); // of the other region
  CHECK(line(told, category::work_rate) == 0);
}
