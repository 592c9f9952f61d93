// SPDX-License-Identifier: Apache-2.0
// Calls of MPI in a timeline: who came last, what is kept, and what is left out.
#include "analyzer/timeline/job_timeline.h"
#include "analyzer/timeline/timeline_json.h"
#include "catch.hpp"
#include "tests/accounts/fake_run.h"
#include "tests/jobs/hand_made.h"

using namespace tare;
using namespace tare::test;
using namespace tare::testing;

namespace {

Timeline timelineOf(const Job &job, const JobTimelineLimits &limits = {}) {
  Timeline timeline;
  timeline.program = "example";
  addJobTimeline(job, {}, timeline, limits);
  REQUIRE(timeline.job);
  CHECK(readTimeline(timelineJson(timeline)).ok());
  return timeline;
}

} // namespace

TEST_CASE("the example of the page on jobs: each call, and the rank that it waited for") {
  Timeline timeline = timelineOf(jobOfLogs(exampleLogs(), 81 * ms));
  const TimelineJob &job = *timeline.job;
  CHECK(job.span_s == Approx(0.081));
  REQUIRE(job.ranks.size() == 2);
  const TimelineRank &zero = job.ranks[0], &one = job.ranks[1];
  CHECK(zero.host == "node1");
  REQUIRE(zero.calls.size() == 2);
  CHECK(job.functions[size_t(zero.calls[0].function)] == "MPI_Send");
  CHECK_FALSE(zero.calls[0].waits_for);
  CHECK(job.functions[size_t(zero.calls[1].function)] == "MPI_Barrier");
  CHECK(zero.calls[1].waits_for == 1);
  CHECK(*zero.calls[1].late_s == Approx(0.080));
  CHECK_FALSE(zero.calls[1].bytes);
  REQUIRE(one.calls.size() == 2);
  CHECK(one.calls[0].waits_for == 0);
  CHECK(*one.calls[0].late_s == Approx(0.040));
  CHECK(one.calls[0].bytes == 8);
  CHECK_FALSE(one.calls[1].waits_for); // it came last
  CHECK(zero.waited_s == Approx(0.018));
  CHECK(one.waited_s == Approx(0.010));
  CHECK(zero.awaited_s == Approx(0.010));
  CHECK(one.awaited_s == Approx(0.018));
  CHECK(timeline.left_out.empty());
}

TEST_CASE("the calls that waited longest are kept, and the others are counted") {
  Timeline timeline = timelineOf(jobOfLogs(exampleLogs(), 81 * ms), {.ranks = 2, .calls = 1});
  CHECK(timeline.job->ranks[0].calls.size() == 1);
  CHECK(timeline.job->ranks[1].calls.empty());
  CHECK(timeline.job->ranks[1].waited_s == Approx(0.010)); // of all calls
  REQUIRE(timeline.left_out.size() == 1);
  CHECK(timeline.left_out[0].what == "calls");
  CHECK(timeline.left_out[0].count == 3);
  Timeline of_one = timelineOf(jobOfLogs(exampleLogs(), 81 * ms), {.ranks = 1, .calls = 10});
  REQUIRE(of_one.job->ranks.size() == 1);
  CHECK(of_one.job->ranks[0].rank == 1); // it was waited for longest
  CHECK(of_one.left_out[0].what == "ranks");
}
