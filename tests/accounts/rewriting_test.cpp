// SPDX-License-Identifier: Apache-2.0
// Rewriting made these programs slower, or faster, by a known part. Null runs tell how much, and the
// table then shows the rows of the program as it was written.
#include "analyzer/books/rewriting.h"

#include "analyzer/ledger/categories.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"

#include <random>

using namespace tare;
using namespace tare::test;

namespace {

/// Serial code, then a loop with probes at its iterations. The loop takes `slower` times as long.
Profile loopOn(int threads, double slower, std::vector<Ticks> work) {
  FakeRun run(threads);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.serial(10'000);
  run.fork(region, std::vector<Ticks>(work.size(), 0));
  for (size_t i = 0; i < work.size(); ++i)
    run.spend(i, loop, Spent::Body, std::llround(static_cast<double>(work[i]) * slower), 1000);
  run.join(40);
  return run.finish();
}

Repetition rewritten(double slower) {
  Profile plain = loopOn(2, 1, {120'000, 360'000}), one = loopOn(1, 1, {470'000});
  Repetition repetition;
  repetition.threads = 2;
  repetition.serial = PlainRun{475'000, 0};
  repetition.parallel = PlainRun{plain.window, 0};
  repetition.one = InstrumentedRun{std::make_shared<const Profile>(loopOn(1, slower, {470'000})), 0};
  repetition.instrumented =
      InstrumentedRun{std::make_shared<const Profile>(loopOn(2, slower, {120'000, 360'000})), 0};
  auto part = [](const Profile &as_run, const Profile &as_written) {
    return static_cast<double>(as_run.window) / static_cast<double>(as_written.window) - 1;
  };
  repetition.rewriting = {part(*repetition.instrumented.profile, plain), 0.001, 5};
  repetition.rewriting_one = {part(*repetition.one->profile, one), 0.001, 5};
  return repetition;
}

RepetitionAccount booked(const Repetition &repetition) {
  KeyTable keys;
  return closed(repetition, keys);
}

} // namespace

TEST_CASE("once rewriting is taken out, the table has the rows of the program as written") {
  const RepetitionAccount truth = booked(rewritten(1));
  for (double slower : {1.25, 1.02, 0.9}) {
    CAPTURE(slower);
    RepetitionAccount found = booked(rewritten(slower));
    for (size_t row = 0; row < found.totals.size(); ++row) {
      CAPTURE(allOverheads()[row]->category);
      CHECK(found.totals[row] == Approx(truth.totals[row]).margin(10));
    }
    CHECK(found.rewriting_shift.totals[indexOf(category::load_imbalance)] < -100); // 0.1 %
  }
}

TEST_CASE("without null runs it is in the rows of work, and what is unexplained is as much less") {
  Repetition untold = rewritten(1.25);
  untold.rewriting.reset();
  untold.rewriting_one.reset();
  RepetitionAccount found = booked(untold);
  CHECK(line(found, category::unidentified) == Approx(-2 * 90'000).margin(10));
}

TEST_CASE("null runs that take longer than runs with probes tell nothing") {
  Repetition other = rewritten(1.25), untold = rewritten(1.25);
  other.rewriting->exceeds_probes = other.rewriting_one->exceeds_probes = true;
  untold.rewriting.reset();
  untold.rewriting_one.reset();
  CHECK(booked(other).totals == booked(untold).totals);
  CHECK(booked(other).rewriting_shift.totals.empty());
}

TEST_CASE("what half a band more would move, on one thread in both runs") {
  Repetition repetition = rewritten(1.25);
  repetition.rewriting->half = 0.1;
  RepetitionAccount found = booked(repetition);
  Ticks window = repetition.instrumented.profile->window;
  CHECK(found.rewriting_shift.totals[indexOf(category::unidentified)] ==
        Approx(2 * ticksOf(0.1, window) / 1.25).epsilon(0.02));
  CHECK(found.rewriting_shift.totals[indexOf(category::work_rate)] < -1000);
  Repetition one = rewritten(1.25);
  one.threads = 1;
  one.rewriting = one.rewriting_one;
  one.rewriting->half = 0.1;
  one.instrumented = *one.one;
  one.parallel = one.serial;
  RepetitionAccount alone = booked(one);
  CHECK(alone.rewriting_shift.totals[indexOf(category::work_rate)] == Approx(0).margin(2));
}

TEST_CASE("the books of a run close whatever is taken, and more than half is never taken") {
  std::mt19937 random(11);
  auto upTo = [&](Ticks most) { return std::uniform_int_distribution<Ticks>(0, most)(random); };
  FakeRun nodes(3);
  nodes.node(NodeKind::Parallel, "");
  nodes.node(NodeKind::For, "", true);
  nodes.node(NodeKind::Critical, "");
  KeyTable keys;
  keys.add(nodes.finish());
  for (int trial = 0; trial < 200; ++trial) {
    RunBalance run;
    run.threads = 3;
    run.nodes.resize(keys.size());
    for (NodeBalance &node : run.nodes)
      for (State state : {State::Work, State::Region, State::WaitLoad, State::Lock, State::Join})
        node[state] = upTo(100'000);
    run.nodes[0][State::Serial] = upTo(1000);
    run.serial = run.nodes[0][State::Serial] + upTo(1000);
    run.nodes[0][State::Join] += (3 - run.area() % 3) % 3;
    run.window = run.area() / 3;
    Ticks asked = upTo(200'000) - 100'000;
    RunBalance less = withoutRewriting(run, keys, asked);
    CHECK(less.area() == 3 * less.window);
    CHECK(std::abs(run.window - less.window) <= std::abs(asked) + 1);
    for (size_t key = 0; key < run.nodes.size(); ++key) {
      CHECK(less.nodes[key][State::Work] >= run.nodes[key][State::Work] / 2 - 3);
      CHECK(less.nodes[key][State::Lock] == run.nodes[key][State::Lock]);
    }
  }
}
