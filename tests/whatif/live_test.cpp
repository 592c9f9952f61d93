// SPDX-License-Identifier: Apache-2.0
// A run that is still going on, and what advice predicts.
#include "analyzer/whatif/finished_part.h"
#include "catch.hpp"
#include "driver/advised_times.h"
#include "driver/follow/live_state.h"
#include "tests/accounts/fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

LiveState spentIn(std::map<std::string, double> spent) {
  LiveState state;
  state.spent = std::move(spent);
  return state;
}

} // namespace

TEST_CASE("other regions than before are a new phase, more of the same are none") {
  LiveState start = spentIn({{"a", 1}}), same = spentIn({{"a", 2}}), next = spentIn({{"a", 2}, {"b", 1}});
  CHECK_FALSE(isNewPhase(spentIn({}), start, same));
  CHECK(isNewPhase(start, same, next));
  CHECK_FALSE(isNewPhase(start, same, same)); // nothing ran
  LiveState both = spentIn({{"a", 3}, {"b", 1}});
  CHECK_FALSE(isNewPhase(same, next, spentIn({{"a", 2}, {"b", 2}})));
  CHECK(isNewPhase(same, next, spentIn({{"a", 3}, {"b", 1}})));
}

TEST_CASE("a phase that began between the first two readings is told, and is told once") {
  PhaseWatch watch;
  CHECK_FALSE(watch.isNew(spentIn({{"a", 1}})));
  CHECK(watch.isNew(spentIn({{"a", 1.2}, {"b", 0.8}})));
  CHECK_FALSE(watch.isNew(spentIn({{"a", 1.2}, {"b", 2}})));
  PhaseWatch serial; // in between no region has ended
  CHECK_FALSE(serial.isNew(spentIn({})));
  CHECK_FALSE(serial.isNew(spentIn({{"a", 1}})));
  CHECK_FALSE(serial.isNew(spentIn({{"a", 1}})));
  CHECK(serial.isNew(spentIn({{"a", 1}, {"b", 1}})));
}

TEST_CASE("what a running program has finished: an open region is left out") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "a");
  run.serial(10);
  run.fork(region, {1, 1});
  run.spend(0, region, Spent::Body, 100);
  run.spend(1, region, Spent::Body, 80);
  run.join(2);
  Profile whole = run.finish();
  Profile live = whole;
  Segment open = live.threads[1].log.back();
  open.instance += 1;
  open.is_last = false;
  live.threads[1].log.push_back(open);
  live.cut_off = true;
  Result<Profile> part = finishedPart(live);
  REQUIRE(part.ok());
  CHECK_FALSE(part.value().cut_off);
  CHECK(part.value().window == whole.window);
  CHECK(part.value().threads[1].log.size() == whole.threads[1].log.size());
}

TEST_CASE("a region of which one thread's log tells more than the others' is left out") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "a");
  for (int i = 0; i < 3; ++i) {
    run.serial(10);
    run.fork(region, {1, 1});
    run.spend(0, region, Spent::Body, 100);
    run.spend(1, region, Spent::Body, 80);
    run.join(2);
  }
  Profile whole = run.finish(), live = whole;
  live.cut_off = true;
  live.log_complete = false;
  live.threads[1].log.pop_back();
  Result<Profile> part = finishedPart(live);
  REQUIRE(part.ok());
  CHECK(part.value().threads[0].log.size() == 2);
  CHECK(part.value().threads[0].nodes[region].instances == 2);
  CHECK(part.value().window == whole.window - whole.threads[0].nodes[region].span / 3);
}

TEST_CASE("advice that a change describes, and advice that none does") {
  Table table;
  ConstructLines loop;
  loop.id = "x.c#f#for#0";
  loop.file = "x.c";
  loop.line = 7;
  table.constructs = {loop};
  auto changeFor = [&](const std::string &rule, const std::string &sentence) {
    return advisedChange({"", loop.id, sentence, rule, ""}, table);
  };
  auto schedule = changeFor("schedule-triangular", "Use schedule(static, 1), which deals them out.");
  REQUIRE(schedule);
  CHECK(schedule->options == "--schedule x.c:7=static,1");
  CHECK_FALSE(schedule->is_bound);
  CHECK(changeFor("critical-reduction", "Use a reduction.")->is_bound);
  CHECK(changeFor("serial-hot-spot", "Parallelise it.")->options == "--parallel x.c:7");
  CHECK_FALSE(changeFor("schedule-heavy-iterations", "Use schedule(dynamic, chunk).")); // no number
  CHECK_FALSE(changeFor("memory-shared", "Initialise data where it is used."));
  CHECK_FALSE(advisedChange({"", "another", "Parallelise it.", "serial-hot-spot", ""}, table));
}
