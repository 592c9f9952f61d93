// SPDX-License-Identifier: Apache-2.0
// Region code that is executed more or less often on p threads, and by how many of them.
#include "analyzer/books/counts.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "closed_repetition.h"
#include "fake_run.h"

#include <ostream>

using namespace tare;
using namespace tare::test;

namespace {

/// How a loop of region code is executed: so often by each of so many threads.
struct Sweeps {
  uint64_t times;       // by each thread
  uint64_t iterations;  // each time, of each thread
  Ticks ticks;          // of all threads together
  size_t executing = 0; // threads; 0: all
};

Profile program(size_t n, const Sweeps &sweeps) {
  FakeRun run(static_cast<int>(n));
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::Loop, "");
  run.describe(loop).parent = static_cast<int>(region);
  size_t executing = sweeps.executing ? sweeps.executing : n;
  run.fork(region, std::vector<Ticks>(n, 0));
  for (size_t i = 0; i < n; ++i)
    run.spend(i, region, Spent::Body, 0);
  for (size_t i = 0; i < executing; ++i)
    run.spend(i, loop, Spent::Body, sweeps.ticks / static_cast<Ticks>(executing),
              sweeps.times * sweeps.iterations, sweeps.times);
  run.join(0);
  return run.finish();
}

struct RegionOutcome {
  Ticks replicated, additional, work_rate;
  bool operator==(const RegionOutcome &) const = default;
};

std::ostream &operator<<(std::ostream &out, const RegionOutcome &o) {
  return out << o.replicated << " " << o.additional << " " << o.work_rate;
}

RegionOutcome outcome(const Profile &one, const Profile &many, int p) {
  RepetitionAccount a = closed(one, many, p, one.window);
  return {line(a, category::replicated_work), line(a, category::additional_computation),
          line(a, category::work_rate)};
}

/// Against five sweeps of 60 iterations, 1000 ticks, on one thread.
RegionOutcome outcome(const Sweeps &many, int p = 2) {
  return outcome(program(1, {5, 60, 1000}), program(static_cast<size_t>(p), many), p);
}

} // namespace

TEST_CASE("iterations that are shared out: fewer and more sweeps are additional computation") {
  CHECK(outcome({5, 30, 1000}) == RegionOutcome{0, 0, 0});
  CHECK(outcome({1, 30, 200}) == RegionOutcome{0, -800, 0});
  CHECK(outcome({1, 30, 220}) == RegionOutcome{0, 220 - 1100, 100});
  CHECK(outcome({10, 30, 2000}) == RegionOutcome{0, 1000, 0});
  CHECK(outcome({1, 15, 200}, 4) == RegionOutcome{0, -800, 0});
}

TEST_CASE("iterations that are shared out stay so however fast or slow they are") {
  CHECK(outcome({5, 30, 400}) == RegionOutcome{0, 0, -600});
  CHECK(outcome({5, 30, 3000}) == RegionOutcome{0, 0, 2000});
  CHECK(outcome({5, 15, 200}, 4) == RegionOutcome{0, 0, -800});
}

TEST_CASE("a loop in one whose iterations are shared out is entered by one thread each time") {
  Profile one = program(1, {4, 60, 1000});
  CHECK(outcome(one, program(2, {2, 60, 1000}), 2) == RegionOutcome{0, 0, 0});
  CHECK(outcome(one, program(2, {2, 60, 500}), 2) == RegionOutcome{0, 0, -500});
}

TEST_CASE("loops that each thread goes round, and whose calls share out the work") {
  CHECK(outcome({5, 60, 1000}) == RegionOutcome{0, 0, 0});
  CHECK(outcome({1, 60, 200}) == RegionOutcome{0, -800, 0});
  CHECK(outcome({1, 60, 200}, 4) == RegionOutcome{0, -800, 0});
}

TEST_CASE("replicated sweeps: repetition alone is replicated work") {
  CHECK(outcome({5, 60, 2000}) == RegionOutcome{1000, 0, 0});
  CHECK(outcome({1, 60, 400}) == RegionOutcome{200, -800, 0});
  CHECK(outcome({1, 60, 440}) == RegionOutcome{220, 220 - 1100, 100});
  CHECK(outcome({10, 60, 4000}) == RegionOutcome{2000, 1000, 0});
  CHECK(outcome({1, 60, 800}, 4) == RegionOutcome{600, -800, 0});
}

TEST_CASE("a loop that one thread of the team executes is not repeated") {
  CHECK(outcome({5, 60, 1000, 1}) == RegionOutcome{0, 0, 0});
  CHECK(outcome({1, 60, 200, 1}) == RegionOutcome{0, -800, 0});
  CHECK(outcome({10, 60, 2000, 1}) == RegionOutcome{0, 1000, 0});
}

TEST_CASE("counts of pieces say nothing of how often region code was executed") {
  CHECK(outcome({20, 60, 1000}) == RegionOutcome{0, 0, 0});
  CHECK(outcome({20, 60, 2000}) == RegionOutcome{1000, 0, 0});
}

namespace {

/// Straight code of a region that is forked `times`.
Profile straight(size_t n, int times, Ticks of_each, size_t team = 0) {
  FakeRun run(static_cast<int>(n));
  uint32_t region = run.node(NodeKind::Parallel, "");
  size_t threads = team ? team : n;
  for (int k = 0; k < times; ++k) {
    run.fork(region, std::vector<Ticks>(threads, 0));
    for (size_t i = 0; i < threads; ++i)
      run.spend(i, region, Spent::Body, of_each);
    run.join(0);
  }
  return run.finish();
}

} // namespace

TEST_CASE("straight code of a region that is forked more or less often") {
  Profile one = straight(1, 5, 200);
  CHECK(outcome(one, straight(2, 5, 100), 2) == RegionOutcome{0, 0, 0});
  CHECK(outcome(one, straight(2, 1, 100), 2) == RegionOutcome{0, -800, 0});
  CHECK(outcome(one, straight(2, 5, 200), 2) == RegionOutcome{1000, 0, 0});
  CHECK(outcome(one, straight(2, 1, 200), 2) == RegionOutcome{200, -800, 0});
  CHECK(outcome(one, straight(2, 5, 200, 1), 2) == RegionOutcome{0, 0, 0}); // teams of one
  CHECK(outcome(one, straight(3, 10, 200), 3) == RegionOutcome{4000, 1000, 0});
}

TEST_CASE("a loop is repeated by the threads of one team, however many teams meet it") {
  FakeRun nodes(4);
  uint32_t region = nodes.node(NodeKind::Parallel, "");
  uint32_t loop = nodes.node(NodeKind::Loop, "");
  nodes.describe(loop).parent = static_cast<int>(region);
  KeyTable keys;
  std::vector<int> key = keys.add(nodes.finish());
  Balances b;
  b.keys = &keys;
  b.one.threads = 1;
  b.many.threads = 4;
  for (RunBalance *run : {&b.one, &b.many}) { // two nested regions: forked by one thread, by two
    bool is_one = run == &b.one;
    run->nodes.resize(keys.size());
    NodeBalance &team = run->nodes[key[region]], &in_team = run->nodes[key[loop]];
    team.instances = 2;
    team.executions = in_team.instances = is_one ? 2 : 4;
    in_team.most = is_one ? 2 : 1;
    in_team.executions = is_one ? 120 : 240;
    in_team[State::Region] = is_one ? 1000 : 2000;
  }
  CountRatio ratio = countRatio(b, key[loop]);
  CHECK(ratio.repeated == 2);
  CHECK(ratio.many == ratio.one);
}

TEST_CASE("a table says how much more often region code was executed") {
  auto ratio = [](const Sweeps &many) {
    Repetition repetition;
    repetition.threads = 2;
    repetition.serial = PlainRun{1000, 0};
    repetition.one = InstrumentedRun{std::make_shared<const Profile>(program(1, {5, 60, 1000})), 0};
    repetition.instrumented = InstrumentedRun{std::make_shared<const Profile>(program(2, many)), 0};
    Experiment experiment;
    experiment.reference = "serial";
    experiment.repetitions = {repetition};
    Result<Ledger> ledger = account(experiment);
    REQUIRE(ledger.ok());
    for (const ConstructLines &construct : ledger.value().tables[0].constructs)
      if (construct.kind == "loop" && construct.work)
        return construct.work->executions_ratio;
    return -1.0;
  };
  CHECK(ratio({1, 30, 200}) == Approx(0.2));
  CHECK(ratio({1, 60, 400}) == Approx(0.2));
  CHECK(ratio({5, 60, 2000}) == 0); // repeated, not oftener
}
