// SPDX-License-Identifier: Apache-2.0
// Tasks and waits that are no barriers: small runs whose lines are known on paper.
#include "analyzer/accounts/close.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

namespace {

// One thread with a critical, a lock, ... of `kind` for 200, another that waits for it.
RepetitionAccount waitOf(NodeKind kind) {
  auto make = [&](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t start = run.node(NodeKind::Parallel, "start");
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t wait = run.node(kind, "");
    run.fork(start, std::vector<Ticks>(n, 0));
    run.join(0);
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, region, Spent::Body, n == 1 ? 400 : 200);
    for (size_t i = 1; i < n; ++i) {
      run.spend(i, wait, Spent::Wait, 50);
      run.spend(i, region, Spent::Body, 200);
    }
    run.join(0);
    return run.finish();
  };
  return closed(make(1), make(2), 2, 400);
}

} // namespace

// BOOKS section 4 in microseconds, down to what the runtime records: Area 85 = F 1 + C 3 + Q 1.5 +
// W 50 + I 28.5 + J 1.
TEST_CASE("worked example 2: three tasks on two threads, as recorded") {
  FakeRun run(2);
  uint32_t start = run.node(NodeKind::Parallel, "start");
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t task = run.node(NodeKind::Task, "");
  run.fork(start, {0, 0});
  run.join(0);
  run.fork(region, {0, 1000});
  threeTasksOnTwoThreads(run, task);
  Profile many = run.finish();
  REQUIRE(many.window == 42500);
  FakeRun single(1);
  single.node(NodeKind::Parallel, "start");
  single.node(NodeKind::Parallel, "");
  single.node(NodeKind::Task, "");
  single.fork(start, {0});
  single.join(0);
  single.fork(region, {0});
  for (Ticks ticks : {10000, 10000, 30000})
    single.spend(0, task, Spent::Body, ticks, 1);
  single.join(0);
  RepetitionAccount a = closed(single.finish(), many, 2, 50000);
  CHECK(line(a, category::fork_join) == 2 * (500 + 500));
  CHECK(line(a, category::task_creation) == 2 * 1500);
  CHECK(line(a, category::runtime_scheduling) == 1500);
  CHECK(line(a, category::partially_parallelised) == 28500);
  CHECK(line(a, category::unidentified) == 0);
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::additional_computation) == 0);
  CHECK(line(a, category::load_imbalance) == 0);
  CHECK(2 * a.parallel - a.serial == 2 * 42500 - 50000);
}

TEST_CASE("waits for critical, ordered and lock routines are locks") {
  for (NodeKind kind : {NodeKind::Critical, NodeKind::Ordered, NodeKind::Lock}) {
    INFO(kindName(kind));
    CHECK(line(waitOf(kind), category::locks) == 50 + 50); // and the other thread's for this one
  }
}

TEST_CASE("an ordered that waits for a sink has no body and counts its waits") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t sink = run.node(NodeKind::Ordered, "");
  run.fork(region, {0, 0});
  for (size_t i : {0, 1})
    for (int turn = 0; turn < 3; ++turn)
      run.spend(i, sink, Spent::Wait, 5);
  run.join(0);
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile = run.shared();
  RepetitionAccount a = closeRepetition(repetition, keys).value();
  CHECK(a.instances[keys.add(*repetition.instrumented.profile)[sink]] == 6);
  CHECK(a.locks.empty());
}

TEST_CASE("of a run that is its own reference not more than all can be serial") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  run.serial(1000);
  run.fork(region, {10, 10});
  run.join(0);
  auto profile = std::make_shared<Profile>(*run.shared());
  profile->threads[0].serial_runq_ns =
      static_cast<uint64_t>(600 / profile->ticks_per_second * 1e9 + 0.5);
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile = profile;
  RepetitionAccount a = closeRepetition(repetition, keys).value();
  CHECK(a.serial == 400);
  CHECK(a.serial_part == 400);
}

TEST_CASE("a loop that spins on a flag is a user's wait") {
  RepetitionAccount a = waitOf(NodeKind::Spin);
  CHECK(line(a, category::user_waits) == 50 + 50);
  CHECK(line(a, category::locks) == 0);
}

// Thread 0 works while thread 1 spins on a flag, then both share a loop evenly and arrive at once.
TEST_CASE("a wait of nothing has no causes, whoever is the last") {
  for (size_t last : {0, 1}) {
    INFO("last " << last);
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t spin = run.node(NodeKind::Spin, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.fork(region, {0, 0});
    run.spend(0, region, Spent::Body, 1000);
    run.spend(1, spin, Spent::Wait, 1000);
    for (size_t i : {0, 1})
      run.spend(i, loop, Spent::Body, 500 + (i == last ? 2 : 0), 10);
    run.barrier(loop, {0, 0});
    run.join(0);
    Profile profile = run.finish();
    KeyTable keys;
    std::vector<int> of = keys.add(profile);
    RunBalance balance = balanceRun(profile, 2, keys, of).value().balance;
    Ticks load = 0, user = 0;
    for (const NodeBalance &n : balance.nodes) {
      load += n[State::WaitLoad];
      user += n[State::UserWait] + n[State::WaitUser];
    }
    CHECK(load + user == 1002);
    CHECK(user >= 1000);
    CHECK(user <= 1002);
  }
}

TEST_CASE("a taskwait lacks tasks, or fetches them") {
  for (NodeKind kind : {NodeKind::Taskwait, NodeKind::Taskgroup, NodeKind::Taskyield}) {
    INFO(kindName(kind));
    RepetitionAccount a = waitOf(kind);
    CHECK(line(a, category::partially_parallelised) == 50 + 50); // and the barrier wait for it
    CHECK(line(a, category::runtime_scheduling) == 0);
    CHECK(line(a, category::unidentified) == 0);
  }
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t wait = run.node(NodeKind::Taskwait, "");
  run.fork(region, {0});
  run.spend(0, wait, Spent::Wait, 30);
  run.spend(0, wait, Spent::Fetching, 20);
  run.spend(0, region, Spent::Body, 100);
  run.join(0);
  Profile profile = run.finish();
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  RunBalance balance = balanceRun(profile, 1, keys, of).value().balance;
  CHECK(balance.nodes[of[wait]][State::LackOfTasks] == 30);
  CHECK(balance.nodes[of[wait]][State::Fetching] == 20);
}

// Thread 0 creates one task every 100 and the others take them at once: they lack tasks for 90 of
// every 100, whether they had one before or not.
TEST_CASE("consumers of a slow producer lack tasks, whatever the number of gaps") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t task = run.node(NodeKind::Task, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    for (int i = 0; i < 20; ++i) {
      run.spend(0, region, Spent::Body, 98);
      run.spend(0, task, Spent::Creation, 2);
      size_t i_th = n == 1 ? 0 : 1;
      if (n > 1)
        run.fetchInWait(i_th, task, 1);
      run.taskInWait(i_th, task, n == 1 ? 2000 + 10 * i : 100 * (i + 1) + 1, 10);
    }
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 20 * 98 + 200);
  CHECK(line(a, category::runtime_scheduling) == 20);
  CHECK(line(a, category::task_creation) == 40);
  // one thread: until the last task ends, less 20 tasks and fetches; the other: from 2000 on
  CHECK(line(a, category::partially_parallelised) == (2011 - 20 * 11) + 11);
  CHECK(line(a, category::unidentified) == 0);
}

// A taskloop: created in 30, 10 iterations of 20 on two threads, at its end a wait of 5 and 15 of
// fetching; then the others' wait.
TEST_CASE("a taskloop is creation, work of its iterations, and a wait of its own") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::Taskloop, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, loop, Spent::Creation, 30);
    run.spend(0, loop, Spent::Fetching, 15);
    run.spend(0, loop, Spent::Body, n == 1 ? 200 : 100, 10 / n);
    run.spend(0, loop, Spent::Wait, n == 1 ? 0 : 5);
    if (n > 1) {
      run.fetchInWait(1, loop, 3);
      run.taskInWait(1, loop, 20, 100, 5);
    }
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 200);
  CHECK(line(a, category::task_creation) == 30);
  CHECK(line(a, category::runtime_scheduling) == 15 + 3);
  CHECK(line(a, category::partially_parallelised) == 5 + (150 - 100 - 3));
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::unidentified) == 0);
}

// Thread 1 runs the task that a loop of ten iterations created, thread 0 has none: 5 until the task
// begins on one thread, 5 + 100 on the other.
TEST_CASE("what is waited for at a loop's end without a task is told of the loop") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  uint32_t task = run.node(NodeKind::Task, "");
  run.fork(region, {0, 0});
  for (size_t i : {0, 1})
    run.spend(i, loop, Spent::Body, 20, 5);
  run.taskInWait(1, task, 25, 100);
  run.barrier(loop, {0, 0});
  run.join(0);
  Ledger ledger = account(alone(run.finish())).value();
  for (const ConstructLines &construct : ledger.tables[0].constructs) {
    double partial_s = 0;
    for (const LedgerLine &line : construct.overheads)
      if (line.category == category::partially_parallelised)
        partial_s = line.time.time_s;
    CHECK(construct.lack_of_tasks_s == partial_s);
    CHECK((partial_s > 0) == (construct.kind == "for"));
  }
}

TEST_CASE("on one thread every gap is the runtime's") {
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t task = run.node(NodeKind::Task, "");
  run.fork(region, {0});
  run.taskInWait(0, task, 7, 10);
  run.taskInWait(0, task, 20, 10);
  run.join(0);
  Profile profile = run.finish();
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  RunBalance balance = balanceRun(profile, 1, keys, of).value().balance;
  CHECK(balance.nodes[of[region]][State::Fetching] == 10);
  CHECK(balance.nodes[of[region]][State::LackOfTasks] == 0);
}

// Thread 1 comes first, is chosen and copies out after 300; thread 0 comes at 50, or later than
// that.
TEST_CASE("a single with copyprivate is waited for, or waits for the last thread") {
  for (Ticks late : {50, 400}) {
    INFO(late);
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t single = run.node(NodeKind::Single, "");
    run.fork(region, {0, 0});
    run.spend(0, region, Spent::Body, late);
    run.taskInWait(1, single, 5, 300);
    run.barrier(single, {7, 7});
    run.join(0);
    Profile profile = run.finish();
    KeyTable keys;
    std::vector<int> of = keys.add(profile);
    RunBalance balance = balanceRun(profile, 2, keys, of).value().balance;
    const NodeBalance &body = balance.nodes[of[single]], &code = balance.nodes[of[region]];
    CHECK(body[State::Work] == 300);
    CHECK(body[State::Release] == 2 * 7);
    CHECK(body[State::LackOfTasks] == 0);
    // 5 until it was chosen; then thread 0 waits for it, or it for thread 0
    CHECK(body[State::WaitPart] == 5 + (late == 50 ? 305 - 50 : 0));
    CHECK(code[State::WaitLoad] == (late == 50 ? 0 : 400 - 305));
  }
}

TEST_CASE("a barrier whose team ran tasks is over when the last one is") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t single = run.node(NodeKind::Single, "");
    uint32_t task = run.node(NodeKind::Task, "");
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, single, Spent::Body, 100, 1);
    run.taskInWait(0, task, 100, n == 1 ? 600 : 300);
    for (size_t i = 1; i < n; ++i)
      run.taskInWait(i, task, 120, 300);
    run.barrier(single, std::vector<Ticks>(n, 4));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 700);
  CHECK(line(a, category::partially_parallelised) == 20 + 120); // the end of one, the other's begin
  CHECK(line(a, category::barriers) == 2 * 4);
  CHECK(line(a, category::unidentified) == 0);
}

// The thread of the single runs the group's only task itself: the other one lacks tasks, as it
// would have made the first one wait had it been there before. Tasks at another barrier are the
// team's work.
TEST_CASE("a task that its creator ran before the end of a single leaves the others without one") {
  for (NodeKind kind : {NodeKind::Single, NodeKind::For}) {
    INFO(kindName(kind));
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t construct = run.node(kind, "");
    uint32_t task = run.node(NodeKind::Task, "");
    run.fork(region, {0, 0});
    run.spend(0, construct, Spent::Body, 10, 1);
    run.spend(0, task, Spent::Body, 300, 1);
    run.spend(1, region, Spent::Body, 10);
    run.barrier(construct, {0, 0});
    run.join(0);
    Profile profile = run.finish();
    KeyTable keys;
    std::vector<int> of = keys.add(profile);
    RunBalance balance = balanceRun(profile, 2, keys, of).value().balance;
    const NodeBalance &late = balance.nodes[of[task]], &code = balance.nodes[of[construct]];
    Ticks waited = 300; // 10 of the construct make up for 10 of the region
    bool single = kind == NodeKind::Single;
    CHECK(late[State::WaitPart] + code[State::WaitPart] == (single ? waited : 0));
    CHECK(late[State::WaitLoad] + code[State::WaitLoad] == (single ? 0 : waited));
    CHECK(late[State::WaitPart] + late[State::WaitLoad] > 280);
  }
}

TEST_CASE("a task without a core gives its time to off CPU") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t task = run.node(NodeKind::Task, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.fork(region, {0, 0});
  run.taskInWait(0, task, 0, 1000);
  run.taskInWait(1, task, 0, 1000);
  run.barrier(barrier, {0, 0});
  run.join(0);
  Profile many = run.finish();
  Segment &waited = many.threads[1].log[0];
  waited.has_runq = true;
  waited.runq_ns = 400 * 1000;
  FakeRun single(1);
  single.node(NodeKind::Parallel, "");
  single.node(NodeKind::Task, "");
  single.node(NodeKind::Barrier, "");
  single.fork(region, {0});
  single.taskInWait(0, task, 0, 1600, 2);
  single.barrier(barrier, {0});
  single.join(0);
  RepetitionAccount a = closed(single.finish(), many, 2, 1600);
  CHECK(line(a, category::off_cpu) == 400);
  CHECK(line(a, category::work_rate) == 0);
}

TEST_CASE("a cancelled region, whose threads passed different barriers, still closes") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.describe(region).opaque = "cancel";
  run.describe(barrier).parent = static_cast<int>(region);
  run.fork(region, {0, 0});
  run.spend(0, region, Spent::Body, 100);
  run.spend(1, region, Spent::Body, 160);
  run.join(0);
  Profile many = run.finish();
  // Thread 0 came to a barrier that thread 1 never passed, and waited there until it was let go.
  ProfileThread &first = many.threads[0];
  Segment at_barrier = first.log[0], rest = first.log[0];
  at_barrier.is_master = true;
  at_barrier.is_last = false;
  at_barrier.barrier_node = barrier;
  at_barrier.leave = 150;
  rest.ordinal = 1;
  rest.open = rest.arrive = 150;
  rest.spent.clear();
  first.log = {at_barrier, rest};
  first.nodes[barrier].cells[Spent::Wait] = {50, 1, 0};
  first.nodes[region].cells[Spent::Wait].ticks = 10;
  FakeRun single(1);
  single.node(NodeKind::Parallel, "");
  single.node(NodeKind::Barrier, "");
  single.fork(region, {0});
  single.spend(0, region, Spent::Body, 260);
  single.join(0);
  RepetitionAccount a = closed(single.finish(), many, 2, 260);
  CHECK(a.unidentified.opaque == 60); // the waits, whatever caused them
  CHECK(line(a, category::load_imbalance) == 0);
  many.modules[0].tree.nodes[region].opaque.clear();
  KeyTable keys;
  std::vector<int> of = keys.add(many);
  CHECK_FALSE(balanceRun(many, 2, keys, of).ok()); // without that word it is a lost event
}

TEST_CASE("a thread that stays in a barrier and runs a task from behind it holds nobody up") {
  FakeRun run(2), one(1);
  uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, "");
  uint32_t task = run.node(NodeKind::Task, "");
  for (auto [kind, name] : {std::pair(NodeKind::Parallel, ""), std::pair(NodeKind::Barrier, ""),
                            std::pair(NodeKind::Task, "")})
    one.node(kind, name);
  run.fork(region, {0, 0});
  run.spend(0, region, Spent::Body, 10);
  run.spend(1, region, Spent::Body, 2);
  run.taskInWait(1, task, 5, 20);  // until 25
  run.taskInWait(1, task, 35, 45); // created by thread 0, which left at 30
  run.barrier(barrier, {-50, 0});
  run.spend(0, region, Spent::Body, 60);
  run.join(0);
  one.fork(region, {0});
  one.spend(0, region, Spent::Body, 72);
  one.spend(0, task, Spent::Body, 65);
  one.join(0);
  RepetitionAccount a = closed(one.finish(), run.finish(), 2, 137);
  CHECK(line(a, category::barriers) == 0);
  CHECK(line(a, category::partially_parallelised) == 20 + (80 - 2 - 65)); // both threads' idle time
}
