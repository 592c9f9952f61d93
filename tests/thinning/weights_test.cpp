// SPDX-License-Identifier: Apache-2.0
// Whoever adds up a log counts each sentence as often as it stands for.
#include "analyzer/accounts/inside_loop.h"
#include "analyzer/books/dispatch.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "analyzer/thinning/expanded.h"
#include "catch.hpp"
#include "chooser.h"
#include "tests/accounts/close_alone.h"
#include "tests/accounts/closed_repetition.h"
#include "tests/accounts/fake_run.h"

#include <cmath>

using namespace tare;
using namespace tare::test;

namespace {

/// A loop on two threads that is met `times` times, each time the same; the second thread is late.
Profile evenly(int times, bool delayed = false) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  setDirective(run.describe(loop), "for schedule(dynamic)");
  for (int i = 0; i < times; ++i) {
    run.serial(10);
    run.through({0x4, i % 2 ? 0x20u : 0x10u});
    run.fork(region, {0, 0});
    run.spend(0, loop, Spent::Body, 1000, 10);
    run.spend(1, loop, Spent::Body, 1500, 10);
    for (size_t t = 0; t < 2; ++t)
      for (int64_t k = 0; k < 10; ++k)
        run.sample(t, loop, k, 90, k % 2 ? IterationSample::Gap::Real : IterationSample::Gap::Empty,
                   k % 2 ? 10 : 2);
    run.join(0);
  }
  Profile profile = run.finish();
  for (ProfileThread &thread : profile.threads)
    for (Segment &segment : thread.log)
      if (delayed) {
        segment.has_runq = true;
        segment.runq_ns = 300000; // of a microsecond a tick
      }
  return profile;
}

Profile whole(const Profile &complete, uint64_t seed, size_t row) {
  Random random(seed);
  Profile thinned = choose(complete, rows(complete, random, row));
  thinned.ticks_per_second = complete.ticks_per_second;
  return expanded(thinned).profile;
}

} // namespace

TEST_CASE("time without a core is taken from what stands for others too") {
  Profile complete = evenly(20, true);
  FakeRun one(1);
  one.node(NodeKind::Parallel, "");
  one.node(NodeKind::For, "", true);
  one.fork(0, {0});
  one.spend(0, 1, Spent::Body, 40000, 400);
  one.join(0);
  RepetitionAccount all = closed(one.finish(), complete, 2, 40000);
  RepetitionAccount part = closed(one.finish(), whole(complete, 2, 4), 2, 40000);
  CHECK(line(all, category::off_cpu) > 0);
  CHECK(part.totals == all.totals);
}

TEST_CASE("stretches of a loop have the instances that stand for others as often") {
  Profile complete = evenly(40);
  KeyTable keys;
  std::vector<int> of = keys.add(complete);
  for (uint64_t seed = 0; seed < 5; ++seed) {
    InsideLoops loops = insideLoops(whole(complete, seed, 6), of);
    double instances = 0;
    double wait = 0, span = 0;
    for (const LoopStretch &stretch : loops.stretches.at(of[1])) {
      instances += stretch.instances;
      wait += stretch.wait;
      span += stretch.span;
    }
    CHECK(instances == Approx(40));
    CHECK(wait == Approx(40 * 500));
    CHECK(span == Approx(40 * 2 * 1500)); // of both threads, as long as the longest
  }
}

TEST_CASE("sampled iterations count as often as the region that they were sampled in") {
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  setDirective(run.describe(loop), "for schedule(dynamic)");
  for (Ticks gap : {6, 12}) {
    run.fork(region, {0});
    run.spend(0, loop, Spent::Body, 100 * (50 + gap), 100);
    for (int64_t k = 0; k < 20; ++k)
      run.sample(0, loop, k, gap, k % 2 ? IterationSample::Gap::Real : IterationSample::Gap::Empty,
                 2 + (k % 2 ? gap : 0));
    run.join(0);
  }
  Profile profile = run.finish();
  CHECK(dispatchIn(profile).at(loop).by_gaps == 200 * 9);
  profile.expanded = true;
  profile.threads[0].log[1].weight = 3; // the second is three
  profile.threads[0].nodes[loop].cells[Spent::Body].units = 400;
  CHECK(dispatchIn(profile).at(loop).by_gaps == 100 * 6 + 300 * 12);
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  double weight = 0, time = 0;
  InsideLoops loops = insideLoops(profile, of);
  for (const WeighedIteration &iteration : loops.iterations.at(of[loop])) {
    weight += iteration.weight;
    time += iteration.weight * iteration.time_s;
  }
  CHECK(weight == Approx(400));
  CHECK(time == Approx((100 * (6 - 2) + 300 * (12 - 2)) * 1e-6)); // 2: an empty gap
}

TEST_CASE("call paths have the executions that stand for others") {
  Profile complete = evenly(200);
  constexpr int seeds = 20;
  double first = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    Experiment experiment;
    experiment.program = "fake";
    experiment.reference = "none";
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented.profile =
        std::make_shared<const Profile>(choose(complete, rows(complete, random, 7)));
    experiment.repetitions = {repetition};
    experiment.call_names = {{{"/bin/fake", 0x10}, {{"main", "fake.c", 9}}}};
    Table table = account(experiment).value().tables[0];
    double instances = 0, time = 0;
    REQUIRE(table.paths.size() == 2);
    for (const PathLines &path : table.paths) {
      instances += path.instances;
      time += path.time.time_s;
      first += path.calls.front().function == "main" ? path.instances : 0;
    }
    CHECK(instances == Approx(200).margin(1));
    CHECK(time == Approx(200 * 1500e-6));
  }
  // Of 29 measured each is of one path or the other by chance: 200 / 2 / sqrt(29) from run to run.
  CHECK(first / seeds == Approx(100).margin(4 * 18.6 / std::sqrt(seeds)));
}
