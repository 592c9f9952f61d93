// SPDX-License-Identifier: Apache-2.0
#include "sample_timeline.h"

#include "analyzer/timeline/make_timeline.h"
#include "tests/accounts/fake_run.h"

namespace tare::test {

Profile threeExecutions() {
  FakeRun run(3);
  uint32_t region = run.node(NodeKind::Parallel, ""), loop = run.node(NodeKind::For, "", true),
           lock = run.node(NodeKind::Critical, "");
  for (uint32_t node : {region, loop, lock}) {
    run.describe(node).id.function = "lu";
    run.describe(node).place = {"fake.c", int(node) + 10, 1, 0};
    run.describe(node).directive = kindName(run.describe(node).kind);
  }
  for (Ticks late : {Ticks(10), Ticks(60), Ticks(20)}) {
    run.serial(5);
    run.fork(region, {0, 2, 3});
    for (size_t i = 0; i < 3; ++i)
      run.spend(i, loop, Spent::Body, 100 - Ticks(i) + (i == 2 ? late : 0), 10);
    run.spend(1, lock, Spent::Wait, 4);
    run.barrier(loop, {1, 2, 3});
    for (size_t i = 0; i < 3; ++i)
      run.spend(i, region, Spent::Body, 7);
    run.join(6);
  }
  return run.finish();
}

Profile threeExecutionsWithEvents() {
  Profile profile = threeExecutions();
  constexpr uint32_t loop = 1, lock = 2; // nodes
  Ticks begin = profile.threads[0].log[2].open;
  auto add = [&](size_t thread, EventKind kind, Ticks at, uint64_t object, uint32_t node) {
    profile.threads[thread].events.push_back({begin + at, 2, object, 0, node, 0, kind});
  };
  add(0, EventKind::LockWanted, 10, 7, lock);
  add(0, EventKind::LockGot, 11, 7, lock); // it was free
  add(0, EventKind::LockReleased, 105, 7, lock);
  add(1, EventKind::LockWanted, 101, 7, lock);
  add(1, EventKind::LockGot, 105, 7, lock);
  add(1, EventKind::LockReleased, 105, 7, lock);
  add(2, EventKind::TaskBegun, 20, 1, loop);
  add(2, EventKind::TaskBegun, 30, 2, loop);
  add(2, EventKind::TaskEnded, 35, 2, loop);
  add(2, EventKind::TaskEnded, 40, 1, loop);
  return profile;
}

Profile manyBarriers(int threads, int barriers) {
  FakeRun run(threads);
  uint32_t region = run.node(NodeKind::Parallel, ""), barrier = run.node(NodeKind::Barrier, "");
  run.fork(region, std::vector<Ticks>(size_t(threads), 1));
  for (int k = 0; k < barriers; ++k) {
    for (size_t i = 0; i < size_t(threads); ++i)
      run.spend(i, region, Spent::Body, 10 + Ticks((i + size_t(k)) % 7));
    run.barrier(barrier, std::vector<Ticks>(size_t(threads), 1));
  }
  run.join(2);
  return run.finish();
}

/// Three ranks, as written by hand: rank 0 comes late to a receive of rank 2, and that to a
/// barrier.
static Timeline timelineOfJob() {
  Timeline timeline;
  timeline.program = "heat";
  timeline.threads = timeline.ranks = 3;
  timeline.rank = 0;
  timeline.run = 4;
  timeline.repetition = 2;
  timeline.repetitions = 5;
  timeline.reason = "the program executed no region with probes";
  timeline.constructs.push_back({"heat.c#main#call#0", "call", "heat.c", "exchange", "main", 12});
  TimelineCall send{0, 0, 40e-6, 42e-6, {}, {}, {}}, receive{1, 0, 30e-6, 45e-6, 0, 40e-6, 800},
      last{2, {}, 80e-6, 81e-6, {}, {}, {}}, early{2, {}, 62e-6, 81e-6, 2, 80e-6, {}},
      first{2, {}, 20e-6, 81e-6, 2, 80e-6, {}};
  timeline.job = TimelineJob{81e-6,
                             {"MPI_Send", "MPI_Recv", "MPI_Barrier"},
                             {{0, 0, "node1", 0, 81e-6, 18e-6, 10e-6, 21e-6, {send, early}},
                              {1, 0, "node2", 0, 81e-6, 60e-6, 0, 61e-6, {first}},
                              {2, 1, "node1", 1e-6, 81e-6, 10e-6, 78e-6, 16e-6, {receive, last}}}};
  timeline.left_out.push_back({"calls", 12, "only those that waited longest are kept"});
  return timeline;
}

/// As many ranks and calls as a timeline keeps: barriers, each a little later for another rank.
static Timeline timelineOfLargeJob() {
  constexpr int ranks = 64, rounds = 62;
  constexpr double ms = 1e-3;
  Timeline timeline;
  timeline.program = "ring";
  timeline.threads = timeline.ranks = ranks;
  timeline.run = 2;
  timeline.reason = "the program executed no region with probes";
  timeline.constructs.push_back({"ring.c#main#call#0", "call", "ring.c", "barrier", "main", 7});
  TimelineJob job{rounds * ms, {"MPI_Barrier"}, {}};
  for (int r = 0; r < ranks; ++r) {
    TimelineRank rank;
    rank.rank = r;
    rank.end_s = job.span_s;
    for (int round = 0; round < rounds; ++round) {
      int late = round * 7 % ranks;
      auto begin = [&](int of) { return (round + (of == late ? 0.8 : 0.3 + 0.005 * of)) * ms; };
      TimelineCall call{0, 0, begin(r), (round + 0.85) * ms, {}, {}, {}};
      if (r != late) {
        call.waits_for = late;
        call.late_s = begin(late);
        rank.waited_s += *call.late_s - call.begin_s;
      }
      rank.mpi_s = rank.mpi_s.value_or(0) + call.end_s - call.begin_s;
      rank.calls.push_back(call);
    }
    job.ranks.push_back(rank);
  }
  for (const TimelineRank &rank : job.ranks)
    for (const TimelineCall &call : rank.calls)
      if (call.waits_for)
        job.ranks[size_t(*call.waits_for)].awaited_s += *call.late_s - call.begin_s;
  timeline.job = std::move(job);
  return timeline;
}

std::vector<Timeline> sampleTimelines() {
  std::vector<Timeline> timelines;
  for (const Profile &profile : {threeExecutions(), manyBarriers(2, 3), manyBarriers(100, 5),
                                 manyBarriers(4, 3000), threeExecutionsWithEvents()}) {
    Timeline made = makeTimeline(profile, Teams(profile));
    made.program = profile.program;
    made.threads = int(profile.threads_asked);
    timelines.push_back(made);
  }
  Profile nothing;
  timelines.push_back(makeTimeline(nothing, Teams(nothing)));
  timelines.push_back(timelineOfJob());
  timelines.push_back(timelineOfLargeJob());
  return timelines;
}

} // namespace tare::test
