// SPDX-License-Identifier: Apache-2.0
// Late arrivals in a job, what the late rank did meanwhile, and pairs of ranks.
#include "analyzer/timeline/job_waits.h"
#include "analyzer/timeline/timeline.h"
#include "catch.hpp"
#include "sample_timeline.h"

using namespace tare;
using What = Meanwhile::What;

namespace {

TimelineCall called(int function, double begin_s, double end_s) {
  return {function, {}, begin_s, end_s, {}, {}, {}};
}

TimelineCall waited(int function, double begin_s, double end_s, int for_rank, double late_s) {
  return {function, {}, begin_s, end_s, for_rank, late_s, {}};
}

TimelineRank rankOf(int rank, double begin_s, std::vector<TimelineCall> calls) {
  TimelineRank made;
  made.rank = rank;
  made.begin_s = begin_s;
  made.end_s = 10;
  made.calls = std::move(calls);
  return made;
}

/// Rank 2 comes to a barrier at 8 s, for which 0 waits from 2 s and 1 from 6 s. It began at 3 s,
/// and waited from 4 to 5 s for a message of rank 1 that took until 6 s.
TimelineJob lateJob() {
  return {10,
          {"MPI_Barrier", "MPI_Recv", "MPI_Send"},
          {rankOf(0, 0, {waited(0, 2, 9, 2, 8)}),
           rankOf(1, 0, {called(2, 5, 5.5), waited(0, 6, 9, 2, 8)}),
           rankOf(2, 3, {waited(1, 4, 6, 1, 5), called(0, 8, 9)})}};
}

} // namespace

TEST_CASE("waits for one arrival are one, and the late rank's time is told to the last second") {
  std::vector<LateArrival> arrivals = lateArrivals(lateJob(), 10);
  REQUIRE(arrivals.size() == 2);
  const LateArrival &barrier = arrivals[0];
  CHECK(barrier.rank == 2);
  CHECK(barrier.row == 2);
  CHECK(barrier.at_s == 8);
  CHECK(barrier.from_s == 2);
  CHECK(barrier.to_s == 9);
  CHECK(barrier.sum_s == 8); // 6 + 2
  REQUIRE(barrier.waiting.size() == 2);
  CHECK(barrier.waiting[0].row == 0);
  CHECK(barrier.waiting[1].waited_s == 2);
  double sum_s = 0;
  for (const Meanwhile &part : barrier.meanwhile)
    sum_s += part.time_s;
  CHECK(sum_s == 6); // from 2 to 8
  auto timeOf = [&](What what) {
    for (const Meanwhile &part : barrier.meanwhile)
      if (part.what == what)
        return part.time_s;
    return 0.0;
  };
  CHECK(timeOf(What::OutsideMpi) == 3); // 3 to 4, 6 to 8
  CHECK(timeOf(What::NotBegun) == 1);
  CHECK(timeOf(What::WaitInCall) == 1);
  CHECK(timeOf(What::Call) == 1);
  CHECK(barrier.meanwhile.front().what == What::OutsideMpi); // the longest
  CHECK(arrivals[1].rank == 1);
  CHECK(arrivals[1].sum_s == 1);
  CHECK(lateArrivals(lateJob(), 1).size() == 1);
}

TEST_CASE("a late rank that was left out has no row and no reason") {
  TimelineJob job = lateJob();
  job.ranks.pop_back();
  std::vector<LateArrival> arrivals = lateArrivals(job, 10);
  REQUIRE(arrivals.size() == 1);
  CHECK_FALSE(arrivals[0].row);
  CHECK(arrivals[0].meanwhile.empty());
}

TEST_CASE("pairs of ranks sum to all waits") {
  std::vector<RankPair> pairs = rankPairs(lateJob());
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].waiting == 0);
  CHECK(pairs[0].late == 2);
  CHECK(pairs[0].calls == 1);
  CHECK(pairs[0].longest_s == 6);
  double sum_s = 0;
  for (const RankPair &pair : pairs)
    sum_s += pair.sum_s;
  CHECK(sum_s == 9);
}

TEST_CASE("in samples, arrivals and pairs have the same waits, and reasons are as long as they") {
  for (const Timeline &timeline : test::sampleTimelines()) {
    if (!timeline.job)
      continue;
    double by_arrival_s = 0, by_pair_s = 0;
    for (const LateArrival &arrival : lateArrivals(*timeline.job, SIZE_MAX)) {
      by_arrival_s += arrival.sum_s;
      double sum_s = 0;
      for (const Meanwhile &part : arrival.meanwhile)
        sum_s += part.time_s;
      CHECK(sum_s == Approx(arrival.at_s - arrival.from_s));
    }
    for (const RankPair &pair : rankPairs(*timeline.job))
      by_pair_s += pair.sum_s;
    CHECK(by_arrival_s > 0);
    CHECK(by_arrival_s == Approx(by_pair_s));
  }
}
