// SPDX-License-Identifier: Apache-2.0
// The inside of loops: dispatch by counts, heavy iterations, imbalance over time.
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/iteration_shape.h"
#include "analyzer/tables/loop_lines.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "sampled_loop.h"
#include "tests/accounts/close_alone.h"

#include <cmath>
#include <numeric>

using namespace tare;
using namespace tare::test;

TEST_CASE("the dispatch of single iterations is their number times what a gap holds") {
  Loop one{"for schedule(dynamic, 1)", 0, 2, {1000}}, many{one.directive, 0, 7, {400, 600}};
  RepetitionAccount a = closed(one.run(), many.run(), 2, 1000 * body);
  CHECK(line(a, category::user_scheduling) == 1000 * 7);
  // The dispatch of the run on one thread is no work either.
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::additional_computation) == 0);
  CHECK(line(a, category::load_imbalance) == 200 * (body + 7));
}

TEST_CASE("what lies before a thread's first iteration is scheduling, exactly") {
  Loop one{"for", 10, 0, {1000}}, many{"for", 40, 0, {500, 500}};
  RepetitionAccount a = closed(one.run(), many.run(), 2, 1000 * body);
  CHECK(line(a, category::user_scheduling) == 2 * 40);
  CHECK(line(a, category::work_rate) == 0);
}

TEST_CASE("dispatch is never more than the time of its loop") {
  Profile run = Loop{"for schedule(dynamic)", 0, 16, {100, 100}}.run();
  for (ProfileThread &thread : run.threads) {
    Ticks &work = thread.nodes[1].cells[Spent::Body].ticks;
    for (Segment &segment : thread.log)
      for (SpentTime &spent : segment.spent)
        if (spent.kind == Spent::Body)
          spent.ticks = 500, segment.arrive = segment.open + 500;
    work = 500;
  }
  run.threads[0].log[0].leave = 500;
  run.window = 500;
  run.threads[0].nodes[0].cells[Spent::Wait].ticks = 0;
  for (ProfileThread &thread : run.threads)
    thread.nodes[0].inside = 500;
  run.threads[0].nodes[0].span = 500;
  run.threads[0].nodes[0].area = 1000;
  RepetitionAccount a = closed(Loop{"for", 0, 0, {20}}.run(), run, 2, 1000);
  CHECK(line(a, category::user_scheduling) == 1000);
}

TEST_CASE("iterations in stretches of the variable, weighed by what each stands for") {
  std::vector<WeighedIteration> triangle;
  for (int64_t i = 0; i < 640; ++i)
    triangle.push_back({i, double(i + 1), 1});
  std::vector<IterationBin> bins = iterationBins(triangle);
  REQUIRE(bins.size() == 16);
  for (size_t k = 0; k < bins.size(); ++k) {
    CHECK(bins[k].first == int64_t(k) * 40);
    CHECK(bins[k].last == int64_t(k) * 40 + 39);
    CHECK(bins[k].mean_s == Approx(double(k) * 40 + 20.5));
  }
  bins = iterationBins({{7, 1, 3}, {7, 5, 1}});
  REQUIRE(bins.size() == 1);
  CHECK(bins[0].mean_s == 2);
  CHECK(bins[0].samples == 2);
  CHECK(iterationBins({}).empty());
  bins = iterationBins({{INT64_MIN, 1, 1}, {INT64_MAX, 2, 1}, {0, 3, 1}});
  REQUIRE(bins.size() == 3);
  CHECK(bins[2].last == INT64_MAX);
}

namespace {

/// A loop on two threads, met once for each of `late`: by so much its second thread is later.
Profile uneven(const std::vector<Ticks> &late) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  for (Ticks more : late) {
    run.fork(region, {0, 0});
    run.spend(0, loop, Spent::Body, 100, 5);
    run.spend(1, loop, Spent::Body, 100 + more, 5);
    run.barrier(loop, {0, 0});
    run.join(0);
  }
  return run.finish();
}

} // namespace

TEST_CASE("imbalance over time adds up to the line of the construct") {
  std::vector<Ticks> late;
  for (Ticks i = 0; i < 200; ++i)
    late.push_back(i);
  Profile many = uneven(late);
  RepetitionAccount a = closed(uneven({}), many, 2, 0);
  a.ticks_per_second = 1;
  KeyTable keys;
  keys.add(many);
  ConstructLines construct;
  for (int key = 0; key < int(keys.size()); ++key)
    addLoopLines(construct, key, keys.node(key), {a});
  REQUIRE(construct.over_time.size() > 20);
  double wait_s = 0, instances = 0, last = 0;
  for (const ImbalanceBin &bin : construct.over_time) {
    CHECK(bin.wait_s / bin.instances >= last);
    CHECK(bin.start_s < bin.end_s);
    last = bin.wait_s / bin.instances;
    wait_s += bin.wait_s;
    instances += bin.instances;
  }
  CHECK(instances == 200);
  CHECK(2 * wait_s == Approx(double(line(a, category::load_imbalance))));
}

TEST_CASE("where the last thread is late for another reason the loop has no imbalance") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  for (bool by_loop : {true, false, true, false}) {
    run.fork(region, {0, 0});
    run.spend(0, loop, Spent::Body, 100, 5);
    run.spend(1, loop, Spent::Body, by_loop ? 300 : 40, 5);
    run.spend(1, region, Spent::Body, by_loop ? 0 : 500);
    run.join(0);
  }
  KeyTable keys;
  Profile profile = run.finish();
  std::vector<int> of = keys.add(profile);
  double wait = 0, span = 0;
  InsideLoops loops = insideLoops(profile, of);
  for (const LoopStretch &stretch : loops.stretches.at(of[loop])) {
    CHECK(stretch.wait >= 0);
    wait += stretch.wait;
    span += stretch.span;
  }
  CHECK(wait == 2 * 200);
  CHECK(span == 2 * 2 * (300 + 100));
}

TEST_CASE("of an iteration's time the clock's own part is taken out") {
  Profile run = Loop{"for schedule(dynamic)", 0, 6, {1000, 200}}.run();
  KeyTable keys;
  std::vector<int> of = keys.add(run);
  for (const auto &[key, iterations] : insideLoops(run, of).iterations)
    for (const WeighedIteration &iteration : iterations)
      CHECK(iteration.time_s * run.ticks_per_second == Approx(body));
}

TEST_CASE("an iteration that had no core is a usual one; one that is heavy stays") {
  for (Ticks without_core : {0, 4000, 9000}) {
    FakeRun fake(1);
    uint32_t region = fake.node(NodeKind::Parallel, "");
    uint32_t loop = fake.node(NodeKind::For, "", true);
    fake.fork(region, {0});
    fake.spend(0, loop, Spent::Body, 20 * 100 + 5000 + 300, 22);
    for (int i = 0; i < 20; ++i)
      fake.sample(0, loop, i, 100);
    fake.sample(0, loop, 20, 5000);
    fake.sample(0, loop, 21, 300); // not far out
    fake.join(0);
    Profile run = fake.finish();
    run.threads[0].runq_ns = static_cast<uint64_t>(without_core) * 1000;
    KeyTable keys;
    std::vector<int> of = keys.add(run);
    std::vector<WeighedIteration> iterations = insideLoops(run, of).iterations.at(of[loop]);
    auto ticks = [&](size_t i) { return iterations[i].time_s * run.ticks_per_second; };
    CHECK(ticks(0) == Approx(100));
    CHECK(ticks(20) == Approx(5000 - std::min<Ticks>(without_core, 4900)));
    CHECK(ticks(21) == Approx(300));
  }
}

namespace {

/// Samples of one loop on a thread that had no core for some time, and the loop as a whole.
struct Sampled {
  std::vector<Ticks> bodies;
  uint64_t iterations = 0;
  Ticks loop = 0, elsewhere = 0, without_core = 0;
  Ticks nested = 0; // of the loop's time, in a critical
  Ticks wait = 0;   // at its end

  std::vector<Ticks> times() const {
    FakeRun fake(1);
    uint32_t region = fake.node(NodeKind::Parallel, "");
    uint32_t of_loop = fake.node(NodeKind::For, "", true);
    uint32_t critical = fake.node(NodeKind::Critical, "");
    fake.fork(region, {0});
    fake.spend(0, region, Spent::Body, elsewhere);
    fake.spend(0, of_loop, Spent::Body, loop - nested, iterations);
    fake.spend(0, critical, Spent::Body, nested);
    fake.spend(0, of_loop, Spent::Wait, wait);
    for (size_t i = 0; i < bodies.size(); ++i)
      fake.sample(0, of_loop, static_cast<int64_t>(i), bodies[i]);
    fake.join(0);
    Profile run = fake.finish();
    run.threads[0].nodes[critical].outer = {of_loop};
    run.threads[0].runq_ns = static_cast<uint64_t>(without_core) * 1000;
    KeyTable keys;
    std::vector<int> of = keys.add(run);
    std::vector<Ticks> ticks;
    InsideLoops loops = insideLoops(run, of);
    for (const WeighedIteration &iteration : loops.iterations.at(of[of_loop]))
      ticks.push_back(std::llround(iteration.time_s * run.ticks_per_second));
    return ticks;
  }

  Ticks cut() const {
    std::vector<Ticks> left = times();
    return std::accumulate(bodies.begin(), bodies.end(), Ticks(0)) -
           std::accumulate(left.begin(), left.end(), Ticks(0));
  }
};

/// A few heavy iterations among light ones.
std::vector<Ticks> heavyTail(Ticks heavy) {
  std::vector<Ticks> bodies(100, 10);
  std::fill(bodies.begin(), bodies.begin() + 4, heavy);
  return bodies;
}

} // namespace

TEST_CASE("heavy iterations shorter than any time without a core stay, however busy the machine") {
  Sampled samples{heavyTail(400), 100'000, 100'000 * (96 * 10 + 4 * 400) / 100, 0, 900'000};
  CHECK(samples.times() == samples.bodies);
}

TEST_CASE("of the time without a core samples hold their part and no more") {
  // Of 100 000 iterations 100 are samples, and of the loop's time a thousandth.
  Sampled samples{heavyTail(5000), 100'000, 20'960'000, 0, 4'000'000};
  CHECK(samples.cut() == 4000);
  samples.elsewhere = samples.loop; // half of it lies there
  CHECK(samples.cut() == 2000);
  samples.elsewhere = 0;
  samples.wait = samples.loop;
  CHECK(samples.cut() == 2000);
  samples.wait = 0;
  samples.nested = samples.loop / 2; // which samples hold too
  CHECK(samples.cut() == 4000);
}

TEST_CASE("a sample that had no core by chance is a usual one, though few iterations are sampled") {
  Sampled samples{std::vector<Ticks>(100, 10), 100'000, 1'000'000 + 30'000, 0, 30'000};
  samples.bodies[7] += 30'000;
  std::vector<Ticks> times = samples.times();
  CHECK(times[7] <= 13); // its part of the loop's time holds a thousandth of the delay
  CHECK(times[8] == 10);
}

namespace {

/// Two threads share a loop that is executed with each of these numbers of iterations, in which it
/// takes `time` ticks; each iteration is a sample.
Profile executed(const std::vector<int> &counts, Ticks time) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  for (int count : counts) {
    run.fork(region, {0, 0});
    for (size_t i = 0; i < 2; ++i) {
      int begin = i ? count - count / 2 : 0, end = i ? count : count - count / 2;
      run.spend(i, loop, Spent::Body, (end - begin) * (time / count), uint64_t(end - begin));
      for (int k = begin; k < end; ++k)
        run.sample(i, loop, k, time / count);
    }
    run.barrier(loop, {0, 0});
    run.join(0);
  }
  Profile profile = run.finish();
  // A delay that would explain long iterations.
  for (ProfileThread &thread : profile.threads)
    thread.runq_ns = 1000000000;
  return profile;
}

ConstructLines loopOf(const Profile &many) {
  RepetitionAccount a = closed(uneven({}), many, 2, 0);
  KeyTable keys;
  keys.add(many);
  ConstructLines construct;
  for (int key = 0; key < int(keys.size()); ++key)
    if (keys.node(key).kind == NodeKind::For)
      addLoopLines(construct, key, keys.node(key), {a});
  return construct;
}

} // namespace

TEST_CASE("executions with different numbers of iterations have no shape, but a mean") {
  std::vector<int> counts;
  for (int i = 0; i < 40; ++i)
    counts.insert(counts.end(), {3, 300});
  Profile many = executed(counts, 3000000);
  ConstructLines construct = loopOf(many);
  CHECK(construct.ranges_differ);
  std::optional<IterationShape> shape = shapeOf(construct);
  REQUIRE(shape);
  CHECK(shape->kind == IterationShape::Kind::Mixed);
  CHECK(shape->mean_s * many.ticks_per_second == Approx(6000000.0 / 303));
  construct = loopOf(executed(std::vector<int>(80, 300), 3000000));
  CHECK_FALSE(construct.ranges_differ);
  REQUIRE(shapeOf(construct));
  CHECK(shapeOf(construct)->kind == IterationShape::Kind::Even);
}

namespace {

/// Executions of a loop of 33 iterations in `segments`, so many in each; they begin `shift` later
/// each time.
Profile repeated(const std::vector<int> &segments, int shift, const std::string &variable) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.describe(loop).loop_variable = variable;
  int from = 0;
  for (int executions : segments) {
    run.fork(region, {0, 0});
    for (int k = 0; k < executions; ++k, from += shift)
      for (size_t i = 0; i < 2; ++i) {
        int begin = i ? 17 : 0, end = i ? 33 : 17;
        run.spend(i, loop, Spent::Body, (end - begin) * 100, uint64_t(end - begin));
        for (int at = begin; at < end; ++at)
          run.sample(i, loop, from + at, 100);
      }
    run.join(0);
  }
  return run.finish();
}

} // namespace

TEST_CASE("a nowait loop that is repeated between two common points has one range") {
  CHECK_FALSE(loopOf(repeated({1, 3, 5, 7, 9, 1, 3, 5, 7, 9}, 0, "i")).ranges_differ);
}

TEST_CASE("executions of one length with other bounds have no shape") {
  std::vector<int> segments(40, 1);
  CHECK(loopOf(repeated(segments, 33, "i")).ranges_differ);
  CHECK_FALSE(loopOf(repeated(segments, 0, "i")).ranges_differ);
  CHECK_FALSE(loopOf(repeated(segments, 33, "")).ranges_differ); // ordinals on each thread
}
