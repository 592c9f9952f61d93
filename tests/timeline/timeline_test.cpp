// SPDX-License-Identifier: Apache-2.0
// Who waited for whom, and why, held against runs that are known.
#include "analyzer/perturbation/approximate.h"
#include "analyzer/timeline/make_timeline.h"
#include "catch.hpp"
#include "sample_timeline.h"
#include "tests/accounts/fake_run.h"
#include "tests/perturbation/random_program.h"
#include "tests/perturbation/simulated_program.h"

#include <cmath>

using namespace tare;
using namespace tare::test;

namespace {

Timeline timelineOf(const Profile &profile, const TimelineLimits &limits = {}) {
  return makeTimeline(profile, Teams(profile), limits);
}

/// Seconds back to the ticks that they are.
Ticks ticksIn(double time_s, const Profile &profile) {
  return std::llround(time_s * profile.ticks_per_second);
}

double sumOf(const std::vector<TimelinePart> &parts) {
  double sum = 0;
  for (const TimelinePart &part : parts)
    sum += part.time_s;
  return sum;
}

/// What a list says, in ticks: "work main#for 100".
std::string shown(const std::vector<TimelinePart> &parts, const Timeline &timeline,
                  const Profile &profile) {
  std::string text;
  for (const TimelinePart &part : parts)
    text += (text.empty() ? "" : ", ") + part.state + " " +
            timeline.constructs[size_t(part.construct)].kind + " " +
            std::to_string(ticksIn(part.time_s, profile));
  return text;
}

int64_t leftOut(const Timeline &timeline, const std::string &what) {
  int64_t count = 0;
  for (const TimelineGap &gap : timeline.left_out)
    if (gap.what == what) {
      CHECK_FALSE(gap.reason.empty());
      count += gap.count;
    }
  return count;
}

/// Rows have no gaps, parts sum to their segment, rows to the instance, and nobody waits for
/// somebody who came earlier.
void checkSums(const Timeline &timeline, const Profile &profile) {
  for (const TimelineInstance &instance : timeline.instances) {
    double end = instance.shown_until_s.value_or(instance.span_s);
    Ticks waited = 0;
    for (const TimelineRow &row : instance.rows) {
      REQUIRE_FALSE(row.segments.empty());
      CHECK(row.segments.front().open_s == 0);
      for (size_t i = 0; i < row.segments.size(); ++i) {
        const TimelineSegment &segment = row.segments[i];
        if (i > 0)
          CHECK(segment.open_s == row.segments[i - 1].leave_s);
        CHECK(ticksIn(sumOf(segment.spent), profile) ==
              ticksIn(segment.arrive_s - segment.open_s, profile));
        CHECK(ticksIn(sumOf(segment.waited), profile) ==
              ticksIn(segment.leave_s - segment.arrive_s, profile));
        for (const std::vector<TimelinePart> *parts : {&segment.spent, &segment.waited})
          for (const TimelinePart &part : *parts) {
            CHECK(part.time_s > 0);
            CHECK(timelineState(part.state));
            CHECK(part.state != "unknown");
          }
        if (segment.waits_for)
          for (const TimelineRow &other : instance.rows)
            if (other.thread == *segment.waits_for)
              CHECK(other.segments[i].arrive_s >= segment.arrive_s);
        waited += ticksIn(segment.leave_s - segment.arrive_s, profile);
      }
      if (!instance.shown_until_s)
        CHECK(row.segments.back().leave_s == instance.span_s);
      CHECK(row.segments.back().leave_s <= end);
    }
    double area = 0;
    for (TimelineGroup group : {TimelineGroup::Work, TimelineGroup::Wait, TimelineGroup::Runtime})
      area += timeIn(instance, group);
    if (!instance.shown_until_s && instance.rows.size() == size_t(instance.team))
      CHECK(ticksIn(area, profile) == ticksIn(instance.span_s * instance.team, profile));
    CHECK(waited >= 0);
  }
}

} // namespace

TEST_CASE("the worst and the median execution are shown, and who waited for whom") {
  Profile profile = threeExecutions();
  Timeline timeline = timelineOf(profile);
  REQUIRE(timeline.instances.size() == 2);
  const TimelineInstance &worst = timeline.instances[0], &median = timeline.instances[1];
  CHECK(worst.why == "worst");
  CHECK(worst.number == 2);
  CHECK(median.why == "median");
  CHECK(median.number == 3);
  CHECK(worst.executions == 3);
  CHECK(ticksIn(worst.span_s, profile) == 3 + 158 + 3 + 7 + 6);
  REQUIRE(worst.rows.size() == 3);
  const TimelineSegment &first = worst.rows[0].segments[0], &second = worst.rows[1].segments[0],
                        &last = worst.rows[2].segments[0];
  CHECK(first.waits_for == 2);
  CHECK(second.waits_for == 2);
  CHECK_FALSE(last.waits_for);
  CHECK(ticksIn(first.arrive_s, profile) == 100);
  CHECK(ticksIn(last.arrive_s, profile) == 161);
  CHECK(shown(first.spent, timeline, profile) == "work for 100");
  CHECK(shown(second.spent, timeline, profile) == "fork parallel 2, work for 99, lock critical 4");
  // It was 58 more of the loop and 3 of its start that made thread 2 later than thread 0.
  CHECK(shown(first.waited, timeline, profile) ==
        "load_imbalance for 58, late_start parallel 3, release for 1");
  CHECK(shown(last.waited, timeline, profile) == "release for 3");
  // Of the region's end, the waits of all threads until the join.
  CHECK(shown(worst.rows[2].segments[1].waited, timeline, profile) == "join parallel 6");
  CHECK(ticksIn(worst.waited_s, profile) == (61 + 1) + (4 + 56 + 2) + 3 + 8 + 7 + 6);
  checkSums(timeline, profile);
}

TEST_CASE("which thread came last over the whole run, and how long others waited for it") {
  Profile profile = threeExecutions();
  Timeline timeline = timelineOf(profile);
  REQUIRE(timeline.late);
  CHECK(timeline.late->meetings == 6); // the loop's end and the region's end, three times
  REQUIRE(timeline.late->threads.size() == 3);
  const std::vector<LateThread> &threads = timeline.late->threads;
  CHECK(threads[2].times_last == 6);
  CHECK(threads[0].times_last + threads[1].times_last == 0);
  CHECK(ticksIn(threads[0].waited_s, profile) == (11 + 61 + 21) + 3 * 2);
  CHECK(ticksIn(threads[1].waited_s, profile) == (6 + 56 + 16) + 3 * 1);
  CHECK(threads[2].waited_s == 0);
  CHECK(ticksIn(threads[2].awaited_s, profile) == 180);
  CHECK(threads[0].awaited_s + threads[1].awaited_s == 0);

  CHECK_FALSE(timelineOf(manyBarriers(1, 3)).late); // nobody to wait for
}

TEST_CASE("a region that was executed once is shown once") {
  Profile profile = manyBarriers(2, 3);
  Timeline timeline = timelineOf(profile);
  REQUIRE(timeline.instances.size() == 1);
  CHECK(timeline.instances[0].why == "only");
  CHECK(timeline.left_out.empty());
  checkSums(timeline, profile);
}

TEST_CASE("what is beyond the limits is left out and counted") {
  Profile profile = manyBarriers(100, 5);
  Timeline timeline = timelineOf(profile);
  REQUIRE(timeline.instances.size() == 1);
  CHECK(timeline.instances[0].rows.size() == 64);
  CHECK(timeline.instances[0].team == 100);
  CHECK(leftOut(timeline, "threads") == 36);
  checkSums(timeline, profile);

  profile = manyBarriers(4, 3000);
  timeline = timelineOf(profile);
  REQUIRE(timeline.instances.size() == 1);
  CHECK(timeline.instances[0].rows[0].segments.size() == 1000);
  CHECK(timeline.instances[0].shown_until_s);
  CHECK(leftOut(timeline, "segments") == 4 * 2001);
  checkSums(timeline, profile);

  profile = manyBarriers(1, 3000);
  timeline = timelineOf(profile);
  CHECK(timeline.instances.at(0).rows[0].segments.size() == 2000);

  TimelineLimits small;
  small.segments = 3;
  timeline = timelineOf(manyBarriers(4, 5), small);
  CHECK(timeline.instances.empty());
  CHECK(leftOut(timeline, "instances") == 1);
  CHECK_FALSE(timeline.reason.empty());
  small = {};
  small.regions = 0;
  CHECK(leftOut(timelineOf(profile, small), "regions") == 1);
}

TEST_CASE("a large execution leaves room for the others") {
  TimelineLimits limits;
  limits.segments = 8; // of 12 that two executions have
  limits.reserved = 3;
  Profile profile = threeExecutions();
  Timeline timeline = timelineOf(profile, limits);
  REQUIRE(timeline.instances.size() == 2);
  CHECK(timeline.instances[0].rows[0].segments.size() == 1);
  CHECK(timeline.instances[1].rows[0].segments.size() == 1);
  CHECK(leftOut(timeline, "segments") == 6);
  checkSums(timeline, profile);
}

TEST_CASE("an execution that the log has lost a part of is counted, not shown") {
  Profile profile = threeExecutions();
  profile.threads[1].log.pop_back(); // of the third one
  Timeline timeline = timelineOf(profile);
  CHECK(leftOut(timeline, "instances") == 1);
  REQUIRE(timeline.instances.size() == 2);
  CHECK(timeline.instances[0].executions == 2);
  for (ProfileThread &thread : profile.threads)
    thread.log.clear();
  timeline = timelineOf(profile);
  CHECK(timeline.instances.empty());
  CHECK(timeline.reason == "the run has no log of its regions");
  CHECK(timelineOf(Profile()).reason == "the program executed no region with probes");
}

TEST_CASE("threads that run tasks while they wait have waited for tasks, not for a thread") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, ""),
           task = run.node(NodeKind::Task, "");
  run.fork(region, {0, 0});
  run.spend(0, region, Spent::Body, 50);
  run.spend(1, region, Spent::Body, 10);
  run.taskInWait(1, task, 30, 40);
  run.barrier(barrier, {1, 1});
  run.join(2);
  Profile profile = run.finish();
  Timeline timeline = timelineOf(profile);
  REQUIRE(timeline.instances.size() == 1);
  const std::vector<TimelineRow> &rows = timeline.instances[0].rows;
  CHECK_FALSE(rows[0].segments[0].waits_for);
  CHECK_FALSE(rows[1].segments[0].waits_for);
  CHECK(shown(rows[1].segments[0].waited, timeline, profile) ==
        "work task 40, lack_of_tasks barrier 20, release barrier 1");
  checkSums(timeline, profile);
}

TEST_CASE("tasks that wait themselves while their thread waits for the team keep their waits") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, ""),
           task = run.node(NodeKind::Task, ""), inner = run.node(NodeKind::Taskwait, "");
  run.fork(region, {0, 0});
  run.spend(0, region, Spent::Body, 100);
  run.spend(1, region, Spent::Body, 10);
  run.taskInWait(1, task, 30, 40);
  run.barrier(barrier, {1, 1});
  run.join(2);
  Profile profile = run.finish();
  SpentList &in_wait = profile.threads[1].log[0].in_wait; // 12 of the 40 in a taskwait
  in_wait[0].ticks = 28;
  in_wait.push_back({12, inner, Spent::Wait, 1, 1});
  Timeline timeline = timelineOf(profile);
  CHECK(shown(timeline.instances.at(0).rows[1].segments[0].waited, timeline, profile) ==
        "work task 28, lack_of_tasks barrier 50, lack_of_tasks taskwait 12, release barrier 1");
  checkSums(timeline, profile);
}

TEST_CASE("events tell when tasks ran, and who had the lock that a thread waited for") {
  Profile profile = threeExecutionsWithEvents();
  Timeline timeline = timelineOf(profile);
  CHECK(orderInside(timeline) == order_of_events);
  CHECK(orderInside(timelineOf(threeExecutions())) == order_not_recorded);
  const std::vector<TimelineRow> &rows = timeline.instances[0].rows;
  CHECK(rows[0].recorded.empty());
  REQUIRE(rows[1].recorded.size() == 1);
  const TimelineEvent &wait = rows[1].recorded[0];
  CHECK(wait.what == "lock_wait");
  CHECK(wait.waits_for == 0);
  CHECK(timeline.constructs[size_t(wait.construct)].kind == "critical");
  CHECK(ticksIn(wait.from_s, profile) == 101);
  CHECK(ticksIn(wait.to_s, profile) == 105);
  REQUIRE(rows[2].recorded.size() == 2);
  CHECK(ticksIn(rows[2].recorded[1].from_s, profile) == 20);
  CHECK(ticksIn(rows[2].recorded[1].to_s, profile) == 40);
  for (const TimelineRow &row : timeline.instances[1].rows)
    CHECK(row.recorded.empty()); // events of another execution
  TimelineLimits limits;
  limits.events = 3; // one for each row
  timeline = timelineOf(profile, limits);
  REQUIRE(timeline.instances[0].rows[2].recorded.size() == 1);
  CHECK(ticksIn(timeline.instances[0].rows[2].recorded[0].from_s, profile) == 20); // the longest
  CHECK(leftOut(timeline, "events") == 1);
}

TEST_CASE("sums hold for programs by chance, as measured and without their probes") {
  Features features;
  features.nested = features.tasks = features.shared_locks = features.iterations = true;
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 15; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Random random(seed);
      SimulatedProgram program = randomProgram(random, threads, features);
      ProbeCosts costs = costsThatSlow(random, program, 1.3);
      Profile profile = simulate(program, costs);
      profile.ticks_per_second = 1e6;
      Teams teams(profile);
      Timeline timeline = makeTimeline(profile, teams);
      CHECK_FALSE(timeline.instances.empty());
      checkSums(timeline, profile);
      Approximation without = approximate(profile, teams, costs);
      checkSums(makeTimeline(without.profile, teams), without.profile);
    }
}
