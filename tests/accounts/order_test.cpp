// SPDX-License-Identifier: Apache-2.0
// In which order a run enters constructs, as its log tells.
#include "analyzer/accounts/construct_order.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

using Steps = std::map<std::pair<int, int>, int64_t>;

struct Ordered {
  KeyTable keys;
  ConstructOrder order;
  std::vector<int> of;

  explicit Ordered(const Profile &profile) {
    of = keys.add(profile);
    order = constructOrderOf(profile, Teams(profile), keys);
  }
  const PlaceOrder &at(int node) { return order.places.at(node < 0 ? -1 : of[node]); }
};

/// Two regions in turn, three times; the first has two loops, with a critical in the second one.
struct TwoRegions {
  FakeRun run{2};
  uint32_t first = run.node(NodeKind::Parallel, "a"), second = run.node(NodeKind::Parallel, "b");
  uint32_t fill = run.node(NodeKind::For, "fill", true),
           sweep = run.node(NodeKind::For, "sweep", true);
  uint32_t lock = run.node(NodeKind::Critical, "c"), once = run.node(NodeKind::Single, "s");

  explicit TwoRegions(int times = 3) {
    for (auto [node, parent] :
         {std::pair(fill, first), {sweep, first}, {lock, sweep}, {once, second}})
      run.describe(node).parent = static_cast<int>(parent);
    for (int i = 0; i < times; ++i) {
      forkFirst();
      forkSecond();
    }
  }

  void forkFirst() {
    run.fork(first, {0, 0});
    both(first);
    both(fill);
    run.barrier(fill, {0, 0});
    both(sweep);
    both(lock);
    run.barrier(sweep, {0, 0});
    run.join(0);
  }
  /// The other thread executes the single: only its barrier tells the first one.
  void forkSecond() {
    run.fork(second, {0, 0});
    both(second);
    run.spend(1, once, Spent::Body, 10);
    run.barrier(once, {0, 0});
    run.join(0);
  }
  void both(uint32_t node) {
    for (size_t thread : {0, 1})
      run.spend(thread, node, Spent::Body, 10);
  }
};

} // namespace

TEST_CASE("regions and what is in them follow one another as the log has it") {
  TwoRegions made;
  Ordered ordered(made.run.finish());
  auto key = [&](uint32_t node) { return ordered.of[node]; };
  int a = key(made.first), b = key(made.second);
  CHECK(ordered.order.is_whole);
  CHECK(ordered.at(-1).first == std::vector<int>{a, b});
  CHECK(ordered.at(-1).follows == Steps{{{-1, a}, 1}, {{a, b}, 3}, {{b, a}, 2}, {{b, -1}, 1}});
  int fill = key(made.fill), sweep = key(made.sweep), lock = key(made.lock), once = key(made.once);
  CHECK(ordered.at(made.first).follows ==
        Steps{{{-1, fill}, 3}, {{fill, sweep}, 3}, {{sweep, -1}, 3}});
  CHECK(ordered.at(made.sweep).follows == Steps{{{-1, lock}, 3}, {{lock, -1}, 3}});
  CHECK(ordered.at(made.second).follows == Steps{{{-1, once}, 3}, {{once, -1}, 3}});
}

TEST_CASE("where executions are missing nothing is said of neighbours") {
  TwoRegions made;
  Profile profile = made.run.finish();
  profile.log_complete = false;
  Ordered ordered(profile);
  CHECK_FALSE(ordered.order.is_whole);
  CHECK(ordered.at(-1).first.size() == 2);
  CHECK(ordered.at(-1).follows.empty());
}

TEST_CASE("the order is exact where all repetitions did the same") {
  Experiment experiment;
  experiment.program = "fake";
  experiment.reference = "none";
  experiment.started_utc = "2026-11-28T10:00:00Z";
  auto repeat = [&](int times) {
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented = InstrumentedRun{TwoRegions(times).run.shared(), 0, {}};
    experiment.repetitions.push_back(repetition);
  };
  auto order = [&] {
    Result<Ledger> ledger = account(experiment);
    if (!ledger.ok())
      FAIL(ledger.error().text());
    CHECK(ledger.value().started_utc == experiment.started_utc);
    return ledger.value().tables.front().order;
  };
  repeat(3);
  repeat(3);
  std::vector<EntryOrder> same = order();
  REQUIRE(same.size() == 4);
  CHECK(same[0].within.empty());
  CHECK(same[0].is_exact);
  repeat(4);
  std::vector<EntryOrder> other = order();
  CHECK_FALSE(other[0].is_exact);
  CHECK(other[0].steps == same[0].steps); // of the first one
  CHECK(other[0].constructs == same[0].constructs);
}
