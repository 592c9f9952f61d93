// SPDX-License-Identifier: Apache-2.0
// What MPI costs a job: the example of docs/explanation/jobs.md, planted causes, and sums.
#include "analyzer/jobs/job_rows.h"
#include "analyzer/jobs/late_ranks.h"
#include "catch.hpp"
#include "tests/jobs/hand_made.h"
#include "tests/jobs/random_job.h"
#include "tests/jobs/simulated_job.h"

#include <cmath>

using namespace tare;
using namespace tare::testing;

namespace {

Job example() { return jobOfLogs(exampleLogs(), 81 * ms); }

const MpiRows &rowsAt(const JobRows &rows, const std::string &function) {
  for (const MpiPlace &place : rows.places)
    if (place.function == function)
      return place.rows;
  FAIL("no calls of " << function);
  return rows.rows;
}

Ticks inMs(Ticks ticks) { return ticks / Ticks(ms); }

/// What a rank waits for others sums to what its calls have of imbalance and serialisation.
void checkWaits(const RankRows &rank) {
  Ticks waited = 0, at_calls = 0;
  for (const RankWaitAt &wait : rank.waits)
    waited += wait.waited;
  for (const RankMpiAt &at : rank.at)
    at_calls += at.rows.imbalance + at.rows.serialisation;
  CHECK(waited == at_calls);
}

/// They sum to all that threads do not work, and so do places and ranks.
void checkSums(const Job &job, const JobRows &rows) {
  Ticks area = 0, by_rank = 0, by_place = 0;
  for (size_t r = 0; r < job.ranks.size(); ++r) {
    area += job.ranks[r].threads * rows.total - rows.ranks[r].busy;
    by_rank += rows.ranks[r].rows.sum();
    CHECK(rows.ranks[r].rows.sum() == job.ranks[r].threads * rows.total - rows.ranks[r].busy);
    CHECK(rows.ranks[r].rows.imbalance >= 0);
    checkWaits(rows.ranks[r]);
  }
  MpiRows placed;
  for (const MpiPlace &place : rows.places) {
    by_place += place.rows.sum();
    placed += place.rows;
  }
  CHECK(rows.rows.sum() == area);
  CHECK(by_rank == area);
  CHECK(by_place == area);
  CHECK(placed.start_and_end == rows.rows.start_and_end);
  CHECK(placed.imbalance == rows.rows.imbalance);
  CHECK(placed.serialisation == rows.rows.serialisation);
  CHECK(placed.transfer == rows.rows.transfer);
}

} // namespace

TEST_CASE("the example of the page on jobs, in all its figures") {
  Job job = example();
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(inMs(rows.total) == 81);
  CHECK(rows.ideal == 75 * ms);
  CHECK(rows.busiest == 65 * ms);
  CHECK(inMs(rows.ranks[0].busy) == 60);
  CHECK(inMs(rows.ranks[1].busy) == 65);
  CHECK(inMs(rows.ranks[0].in_mpi) == 21);
  CHECK(inMs(rows.ranks[1].in_mpi) == 16);
  CHECK(inMs(rows.rows.start_and_end) == 0);
  CHECK(inMs(rows.rows.imbalance) == 5);
  CHECK(inMs(rows.rows.serialisation) == 20);
  CHECK(inMs(rows.rows.transfer) == 12);
  CHECK(inMs(rowsAt(rows, "MPI_Barrier").imbalance) == 5);
  CHECK(inMs(rowsAt(rows, "MPI_Barrier").serialisation) == 10);
  CHECK(inMs(rowsAt(rows, "MPI_Barrier").transfer) == 5);
  CHECK(inMs(rowsAt(rows, "MPI_Recv").serialisation) == 10);
  CHECK(inMs(rowsAt(rows, "MPI_Recv").transfer) == 5);
  CHECK(inMs(rowsAt(rows, "MPI_Send").transfer) == 2);
  CHECK(rows.efficiencies.load_balance == Approx(62.5 / 65));
  CHECK(rows.efficiencies.serialisation == Approx(65.0 / 75));
  CHECK(rows.efficiencies.transfer == Approx(75.0 / 81));
}

TEST_CASE("what a rank waits, and for whom, in the example") {
  Job job = example();
  JobRows rows = jobRows(job).value();
  REQUIRE(rows.ranks[0].waits.size() == 1);
  CHECK(rows.ranks[0].waits[0].function == "MPI_Barrier");
  CHECK(rows.ranks[0].waits[0].late_rank == 1);
  CHECK(inMs(rows.ranks[0].waits[0].waited) == 15);
  REQUIRE(rows.ranks[1].waits.size() == 1);
  CHECK(rows.ranks[1].waits[0].function == "MPI_Recv");
  CHECK(rows.ranks[1].waits[0].late_rank == 0);
  CHECK(inMs(rows.ranks[1].waits[0].waited) == 10);
}

TEST_CASE("who came last: to a message, a collective of all, of a root, and a scan") {
  LogWriter zero(0, 3), one(1, 3), two(2, 3);
  std::vector<LogWriter *> all = {&zero, &one, &two};
  auto meet = [&](tare_mf_shape shape, const char *name, int root, std::vector<uint64_t> begins,
                  uint64_t end) {
    for (size_t r = 0; r < 3; ++r) {
      all[r]->collective(shape, 8, 8, root);
      all[r]->call(name, begins[r] * ms, end * ms);
    }
  };
  meet(TARE_MF_ALL, "MPI_Barrier", -1, {5, 9, 1}, 10);
  meet(TARE_MF_FROM_ROOT, "MPI_Bcast", 0, {17, 12, 18}, 20);
  meet(TARE_MF_TO_ROOT, "MPI_Reduce", 2, {26, 28, 22}, 30);
  meet(TARE_MF_SCAN, "MPI_Scan", -1, {38, 32, 36}, 40);
  Job job = jobOfLogs({zero, one, two}, 41 * ms);
  LateRanks late(job);
  auto last = [&](uint32_t rank, uint32_t call) {
    std::optional<AwaitedRank> awaited = late.awaited(rank, call);
    return awaited ? static_cast<int>(awaited->rank) : -1;
  };
  CHECK(std::vector{last(0, 0), last(1, 0), last(2, 0)} == std::vector{1, -1, 1});
  CHECK(std::vector{last(0, 1), last(1, 1), last(2, 1)} == std::vector{-1, 0, -1});
  CHECK(std::vector{last(0, 2), last(1, 2), last(2, 2)} == std::vector{-1, -1, 1});
  CHECK(std::vector{last(0, 3), last(1, 3), last(2, 3)} == std::vector{-1, 0, 0});
  CHECK(late.awaited(2, 0)->since == 9 * ms);
}

TEST_CASE("nobody waits for a broadcast of no bytes") {
  LogWriter zero(0, 2), one(1, 2);
  for (LogWriter *log : {&zero, &one})
    log->collective(TARE_MF_FROM_ROOT, 0, 0, 0);
  zero.call("MPI_Bcast", 8 * ms, 9 * ms);
  one.call("MPI_Bcast", 2 * ms, 3 * ms);
  Job job = jobOfLogs({zero, one}, 10 * ms);
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(rows.violations == 0);
  CHECK(inMs(rows.rows.transfer) == 2);
  CHECK(job.gaps.fixed == 0);
}

TEST_CASE("times that no job can have are refused") {
  Job job = example();
  job.ranks[0].end = Ticks(tick_limit);
  CHECK(!jobRows(job).ok());
}

TEST_CASE("starting and ending MPI, and what lies around a rank, is a row of its own") {
  LogWriter zero(0, 2), one(1, 2);
  for (LogWriter *log : {&zero, &one}) {
    log->collective(TARE_MF_START, 0, 0);
    log->call("MPI_Init", 0, 10 * ms);
    log->collective(TARE_MF_END, 0, 0);
  }
  zero.call("MPI_Finalize", 50 * ms, 72 * ms);
  one.call("MPI_Finalize", 70 * ms, 72 * ms);
  Job job = jobOfLogs({zero, one}, 72 * ms,
                      {{-Ticks(5 * ms), Ticks(75 * ms), 2}, {-Ticks(3 * ms), Ticks(72 * ms), 1}});
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(inMs(rows.total) == 80);
  CHECK(rows.threads == 3);
  // Rank 0: (10 + 2) of two threads, which wait 20 for rank 1; rank 1: 2 before, 10 + 2, 3 after.
  CHECK(inMs(rows.rows.start_and_end) == 2 * 12 + 17);
  CHECK(inMs(rows.rows.imbalance) == 2 * 20);
  CHECK(rows.rows.serialisation == 0);
  CHECK(rows.rows.transfer == 0);
}

TEST_CASE("ranks that come to MPI_Init at different times are not late for it") {
  LogWriter zero(0, 2), one(1, 2);
  for (LogWriter *log : {&zero, &one}) {
    log->collective(TARE_MF_START, 0, 0);
    log->call("MPI_Init", log == &zero ? 0 : 6 * ms, 10 * ms);
    log->collective(TARE_MF_END, 0, 0);
    log->call("MPI_Finalize", 50 * ms, 52 * ms);
  }
  Job job = jobOfLogs({zero, one}, 52 * ms);
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(rows.ideal == 52 * ms);
  CHECK(rows.rows.transfer == 0);
}

TEST_CASE("threads of a rank that call MPI at once are one rank in its rows") {
  LogWriter zero(0, 1);
  for (uint32_t thread : {0u, 1u}) {
    zero.thread = thread;
    zero.call("MPI_Wtime", (5 + thread) * ms, 20 * ms, 0, true);
  }
  Job job = jobOfLogs({zero}, 50 * ms, {{0, 50 * ms, 4}});
  REQUIRE(job.ranks.size() == 2);
  JobRows rows = jobRows(job).value();
  std::map<int, RankRows> by_rank = rowsByRank(job, rows);
  REQUIRE(by_rank.size() == 1);
  CHECK(inMs(by_rank[0].in_mpi) == 15 + 14);
  CHECK(inMs(by_rank[0].busy) == 4 * 50 - 29);
  Ticks at = by_rank[0].outside.sum();
  for (const RankMpiAt &place : by_rank[0].at)
    at += place.rows.sum();
  CHECK(at == by_rank[0].rows.sum());
}

TEST_CASE(
    "planted: a late sender, a late receiver, uneven ranks, a serial rank, and transfer only") {
  SimulatedMachine machine = machineOf(2);
  machine.remote = machine.local = {0, 0, 0, 0, 1e18, 0};
  machine.barrier = 0;
  auto rowsOf = [&](const JobProgram &program) {
    Job job = jobOf(simulate(program, machine));
    Network network = networkOf(machine);
    JobRows rows = jobRows(job, &network).value();
    checkSums(job, rows);
    return rows;
  };
  auto near = [](Ticks ticks, double expected) {
    return std::abs(double(ticks) - expected) <= 30; // a tick for noticing, at each call
  };
  double unit = 1e6;
  // The sender works 3 before it sends, the receiver 3 behind its receive.
  JobRows late_sender =
      rowsOf({{work(3 * unit), send(1), barrier()}, {receive(0), work(3 * unit), barrier()}});
  CHECK(near(late_sender.rows.serialisation, 2 * 3 * unit));
  CHECK(near(late_sender.rows.imbalance, 0));
  JobRows late_receiver = rowsOf({{send(1, 8, 0, TARE_MF_SYNCHRONOUS), work(2 * unit), barrier()},
                                  {work(3 * unit), receive(0), barrier()}});
  CHECK(near(late_receiver.rows.serialisation, 2 * 2 * unit));
  CHECK(near(late_receiver.rows.imbalance, unit));
  JobRows uneven = rowsOf({{work(unit), barrier()}, {work(4 * unit), barrier()}});
  CHECK(near(uneven.rows.imbalance, 3 * unit));
  CHECK(near(uneven.rows.serialisation, 0));
  JobRows serial = rowsOf({{work(unit), barrier(), work(2 * unit), barrier(), work(unit)},
                           {work(unit), barrier(), barrier(), work(unit)}});
  CHECK(near(serial.rows.imbalance, 2 * unit));
  machine.remote.latency = 1e5;
  JobProgram ring(2);
  for (int round = 0; round < 10; ++round)
    for (size_t rank : {0u, 1u}) {
      ring[rank].push_back(work(unit));
      ring[rank].push_back(send(int(1 - rank)));
      ring[rank].push_back(receive(int(1 - rank)));
    }
  JobRows transfer = rowsOf(ring);
  CHECK(near(transfer.rows.transfer, 2 * 10 * 1e5));
  CHECK(near(transfer.rows.serialisation, 0));
  CHECK(near(transfer.rows.imbalance, 0));
}

TEST_CASE("late receivers of long messages are seen without a network's table") {
  SimulatedMachine machine = machineOf(2);
  machine.remote = {0, 0, 0, 0, 1000, 0};
  machine.barrier = 0;
  for (bool is_long : {true, false}) {
    JobProgram program = {{send(1, is_long ? 5000 : 500), work(2e6), barrier()},
                          {work(3e6), receive(0), barrier()}};
    program[0].push_front(send(1, 1000)); // passes: it is within the limit
    program[1].insert(program[1].begin() + 1, receive(0));
    Job job = jobOf(simulate(program, machine));
    JobRows rows = jobRows(job).value();
    checkSums(job, rows);
    CHECK(std::abs(double(rows.rows.serialisation) - (is_long ? 4e6 : 0)) < 100);
    CHECK(std::abs(double(rows.rows.imbalance) - 1e6) < 100);
  }
}

TEST_CASE("a wait in a region takes one thread, and the others go on") {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 40 * ms, 40 * ms);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 20 * ms, 44 * ms, 0, true);
  for (LogWriter *log : {&zero, &one})
    log->collective(TARE_MF_ALL, 0, 0);
  zero.call("MPI_Barrier", 50 * ms, 60 * ms);
  one.call("MPI_Barrier", 60 * ms, 60 * ms);
  Job job = jobOfLogs({zero, one}, 60 * ms, {{0, 60 * ms, 1}, {0, 60 * ms, 4}});
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(inMs(rows.ranks[1].in_mpi) == 24);
  // It would receive at 40; a quarter of the 4 ms that it waits less is saved.
  CHECK(rows.ideal == 59 * ms);
}

TEST_CASE("rows of random jobs sum to what their threads do not work, to the tick") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    JobProgram program = randomJob(random);
    SimulatedMachine machine = randomMachine(random, program.size());
    SimulatedRun run = simulate(program, machine, unsigned(round));
    Job job = jobOf(run);
    for (JobRank &rank : job.ranks)
      rank.threads = 1 + int(random() % 4);
    for (JobRank &rank : job.ranks)
      for (JobCall &call : rank.calls)
        call.in_region = random() % 3 == 0;
    Network network = networkOf(machine);
    INFO("round " << round);
    JobRows rows = jobRows(job, round % 2 ? &network : nullptr).value();
    checkSums(job, rows);
    CHECK(rows.violations == 0);
    CHECK(rows.ideal <= double(rows.total) + 1);
    CHECK(rows.busiest <= rows.ideal + 1);
  }
}

TEST_CASE("threads that call MPI at once are lanes of their rank, and wait each for itself") {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 1, 8);
  zero.call("MPI_Send", 10 * ms, 10 * ms);
  zero.send(1, 2, 8);
  zero.call("MPI_Send", 40 * ms, 40 * ms);
  for (uint32_t thread : {0u, 1u}) { // both wait; the one that began first ends last
    one.thread = thread;
    one.post(0, thread == 0 ? 2 : 1, 8);
    one.received(0, thread == 0 ? 2 : 1, 8);
    one.call("MPI_Recv", (5 + thread) * ms, (thread == 0 ? 42 : 12) * ms, 0, true);
  }
  Job job = jobOfLogs({zero, one}, 50 * ms, {{0, 50 * ms, 1}, {0, 50 * ms, 4}});
  REQUIRE(job.ranks.size() == 3);
  CHECK(job.gaps.lanes == 2);
  CHECK(job.threads() == 5);
  CHECK(job.ranks[1].threads == 3);
  CHECK(job.ranks[2].threads == 1);
  CHECK(job.messages[0].send.call != job.messages[1].send.call);
  JobRows rows = jobRows(job).value();
  checkSums(job, rows);
  CHECK(inMs(rows.ranks[1].in_mpi + rows.ranks[2].in_mpi) == 37 + 6);
  JobTimes times = replayJob(job, measuredDurations(job, {}), measuredPlacement(job));
  CHECK(times.calls[1][0].end == 42 * ms);
  CHECK(times.calls[2][0].end == 12 * ms);
}
