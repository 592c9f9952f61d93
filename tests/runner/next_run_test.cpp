// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/results/noise.h"
#include "driver/results/rewriting_of.h"
#include "driver/runs/next_run.h"

#include <cmath>
#include <map>
#include <random>

using namespace tare;

namespace {

/// Plays an experiment with a clock of its own: run times are T_s / p, with some scatter.
struct Played {
  explicit Played(double serial_s, double scatter = 0.0005) : serial_s(serial_s), scatter(scatter) {
    manifest.reference = "serial";
    manifest.threads = {1, 2};
    manifest.repeat = 5;
    manifest.machine.cores = 2;
    manifest.same_source = true;
    roles.serial = roles.serial_instrumented = roles.same_source = true;
  }

  void play(size_t most = 1000) {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, scatter);
    while (manifest.runs.size() < most) {
      auto next = nextRun(manifest, roles, limits());
      if (!next)
        return;
      RunRecord run;
      run.number = static_cast<int>(manifest.runs.size()) + 1;
      run.repetition = next->repetition;
      run.role = next->role;
      run.threads = next->size.threads;
      run.wall_s = serial_s / next->size.threads * (1 + noise(random));
      if (disturb && disturb(run))
        run.runq_s = run.wall_s * run.threads;
      manifest.runs.push_back(run);
      if (isLong(manifest, limits()))
        manifest.runs.front().repetition = 1;
      judgeRuns(manifest);
      clock_s += run.wall_s;
    }
    FAIL("the experiment does not end");
  }

  RunLimits limits() const { return limitsOf(manifest); }

  int count(const std::string &role, int threads) const {
    int runs = 0;
    for (const RunRecord &run : manifest.runs)
      runs += run.role == role && run.threads == threads && run.repetition > 0;
    return runs;
  }

  double serial_s, scatter, clock_s = 0;
  Manifest manifest;
  OtherRoles roles;
  std::function<bool(const RunRecord &)> disturb;
};

} // namespace

TEST_CASE("a program of ten minutes takes at most 16 T_s, a quick look at most 4") {
  Played played(600);
  SECTION("one source") { CHECK_NOTHROW(played.play()); }
  SECTION("two sources, with the pragmas ignored as well") {
    played.manifest.same_source = played.roles.same_source = false;
    played.roles.ignored = true;
    played.play();
  }
  SECTION("scattered by 3 %: the bands stay wide, and no more is run") {
    played.scatter = 0.03;
    played.play();
  }
  CHECK(played.clock_s <= 16 * 600 * 1.1);
  CHECK(played.count(role::parallel, 2) >= fewest_runs);
  CHECK(played.count(role::serial, 1) >= fewest_runs);

  Played quick(600);
  quick.manifest.quick = quick.roles.quick = true;
  quick.manifest.threads = {2};
  quick.play();
  CHECK(quick.clock_s <= 4 * 600 * 1.01);
  CHECK(quick.count(role::instrumented, 2) == fewest_runs);
  CHECK(quick.count(role::serial, 1) == 1);
}

TEST_CASE("run counts by the length of the program, on a quiet machine") {
  auto [serial_s, least, most] = GENERATE(
      table<double, size_t, size_t>({{0.05, 30, 40}, {1, 17, 25}, {30, 16, 17}, {600, 16, 17}}));
  Played played(serial_s);
  played.play();
  INFO("T_s " << serial_s << ": " << played.manifest.runs.size() << " runs, "
              << played.clock_s / serial_s << " T_s");
  CHECK(played.manifest.runs.size() >= least);
  CHECK(played.manifest.runs.size() <= most);
}

TEST_CASE("short programs with scatter are repeated while that is cheap, and only the wide ones") {
  Played even(0.05), scattered(0.05, 0.05);
  even.play();
  scattered.play();
  CHECK(even.count(role::parallel, 2) == 5);
  CHECK(scattered.count(role::parallel, 2) == 15);
  Played some(0.05);
  some.disturb = [](const RunRecord &) { return false; };
  some.play();
  CHECK(some.count(role::serial, 1) == 5);
}

TEST_CASE("--repeat makes exactly so many of everything, --precision insists") {
  Played fixed(0.05, 0.05);
  fixed.manifest.repeat = 2;
  fixed.manifest.repeat_given = true;
  fixed.play();
  CHECK(fixed.count(role::parallel, 2) == 2);
  CHECK(fixed.count(role::serial_instrumented, 1) == 2);
  Played precise(30, 0.05);
  precise.manifest.precision = 0.001;
  precise.play();
  CHECK(precise.count(role::parallel, 2) == 15);
}

TEST_CASE("runs that were left out are made again, once each; then it gives up") {
  Played once(30);
  once.disturb = [](const RunRecord &run) {
    return run.repetition == 2 && run.role == role::parallel && run.threads == 2;
  };
  once.play();
  CHECK(once.count(role::parallel, 2) == 4);
  CHECK(once.count(role::serial, 1) == 3);
  Played hopeless(30);
  hopeless.disturb = [](const RunRecord &) { return true; };
  hopeless.play();
  CHECK(hopeless.count(role::parallel, 2) == 3);
}

TEST_CASE("an experiment that stopped anywhere goes on with the run that comes next") {
  Played whole(0.5);
  whole.play();
  for (size_t cut : {size_t(1), size_t(6), size_t(11)}) {
    Manifest part = whole.manifest;
    part.runs.resize(cut);
    judgeRuns(part);
    auto next = nextRun(part, whole.roles, whole.limits());
    REQUIRE(next);
    CHECK(next->role == whole.manifest.runs[cut].role);
    CHECK(next->size.threads == whole.manifest.runs[cut].threads);
    CHECK(next->repetition == whole.manifest.runs[cut].repetition);
  }
}

TEST_CASE("the outlook counts what is left, by the times so far") {
  Played played(30);
  CHECK_FALSE(outlookOf(played.manifest, played.roles, played.limits()));
  played.play();
  auto over = outlookOf(played.manifest, played.roles, played.limits());
  REQUIRE(over);
  CHECK(over->runs == 0);
  Manifest part = played.manifest;
  part.runs.resize(8);
  judgeRuns(part);
  auto rest = outlookOf(part, played.roles, played.limits());
  REQUIRE(rest);
  CHECK(rest->runs == static_cast<int>(played.manifest.runs.size()) - 8);
  CHECK(rest->seconds > 30);
}

TEST_CASE("null runs go on until they tell what rewriting did, and no longer than is cheap") {
  Played even(0.5);
  even.play();
  even.manifest.null_from = 100;
  even.play();
  CHECK(even.count(role::null, 1) == 5);
  CHECK(even.count(role::null, 2) == 5);
  auto known = rewritingOf(even.manifest, 2);
  REQUIRE(known);
  CHECK(known->pairs == 5);
  CHECK(std::abs(known->part) <= known->half + 1e-9);  // both programs take as long
  CHECK(repetitionsOf(even.manifest, 2).size() < 100); // they are no repetitions of the table

  Played scattered(0.5, 0.1);
  scattered.play();
  scattered.manifest.null_from = 100;
  scattered.play();
  CHECK(scattered.count(role::null, 2) == 12);

  Played slow(60);
  slow.play();
  slow.manifest.null_from = 100;
  slow.play();
  CHECK(slow.count(role::null, 2) == 3);
}

TEST_CASE("rewriting: by how much null runs take longer than the plain ones beside them") {
  Manifest manifest;
  auto add = [&](int repetition, const char *role, double seconds, const char *accepted) {
    RunRecord run;
    run.repetition = repetition;
    run.role = role;
    run.threads = 2;
    run.wall_s = seconds;
    run.accepted = accepted;
    manifest.runs.push_back(run);
  };
  for (int pair = 1; pair <= 4; ++pair) { // the machine gets slower; that is in both
    add(pair, role::parallel, pair, "yes");
    add(pair, role::null, 1.2 * pair, pair == 4 ? "disturbed" : "yes");
  }
  auto known = rewritingOf(manifest, 2);
  REQUIRE(known);
  CHECK(known->part == Approx(0.2));
  CHECK(known->half == Approx(0).margin(1e-9));
  CHECK(known->pairs == 3);
  CHECK_FALSE(known->exceeds_probes);
  CHECK_FALSE(rewritingOf(manifest, 4));
  for (int pair = 1; pair <= 4; ++pair)
    add(pair, role::instrumented, 1.3 * pair, "yes");
  CHECK_FALSE(rewritingOf(manifest, 2)->exceeds_probes);
  for (RunRecord &run : manifest.runs)
    if (run.role == role::instrumented)
      run.wall_s *= 1.1 / 1.3; // its probes make it faster, so it is not the null run's program
  CHECK(rewritingOf(manifest, 2)->exceeds_probes);
  manifest.runs[0].accepted = "disturbed"; // fewer than three are accepted: all count
  CHECK(rewritingOf(manifest, 2)->pairs == 4);
  manifest.runs.resize(4);
  CHECK_FALSE(rewritingOf(manifest, 2)); // two pairs have no band
}

TEST_CASE("half the band of a mean, by Student's t") {
  CHECK(relativeHalfWidth({1, 1, 1}) == 0);
  CHECK(std::isinf(relativeHalfWidth({1})));
  CHECK(relativeHalfWidth({9, 10, 11}) == Approx(4.303 * 1 / std::sqrt(3.0) / 10).epsilon(1e-3));
}
