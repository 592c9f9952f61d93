// SPDX-License-Identifier: Apache-2.0
// Jobs without their probes: what a rank gains it passes on with its messages.
#include "analyzer/jobs/job_probes.h"
#include "catch.hpp"
#include "messages/log_writer.h"
#include "tests/jobs/perturbed.h"
#include "tests/jobs/random_job.h"
#include "tests/jobs/simulated_job.h"

using namespace tare;
using namespace tare::testing;

namespace {

Job jobOfFiles(std::vector<LogWriter> writers, uint64_t until) {
  std::vector<RankLog> logs;
  for (LogWriter &writer : writers)
    logs.push_back(readRankLog(writer.bytes(until)).value());
  Matching matching = matchMessages(logs).value();
  return makeJob(logs, matching, alignClocks(logs, matching));
}

/// Rank 0 sends at 400, of which 100 are probes. Rank 1 waits for that from 200 on.
Job lateSender() {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 400, 420);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 200, 450);
  return jobOfFiles({zero, one}, 650);
}

std::vector<RankProbes> before(const std::vector<double> &ticks, size_t works) {
  std::vector<RankProbes> all;
  for (double of : ticks) {
    all.push_back({std::vector<double>(works, 0), {}});
    all.back().in_work.front() = of;
  }
  return all;
}

const JobCall &firstCall(const Job &job, size_t rank) { return job.ranks[rank].calls.front(); }

} // namespace

TEST_CASE("what probes took before a send is taken from its receiver's wait") {
  Job job = lateSender();
  Job bare = jobWithoutProbes(job, before({100, 0}, 2), LateMessages::Plain).value();
  CHECK(firstCall(bare, 0).begin == 300);
  CHECK(firstCall(bare, 1).begin == 200);
  CHECK(firstCall(bare, 1).end == 350); // 50 from send to receive, as it was
  CHECK(bare.total() == 550);
  JobRows rows = rowsWithoutProbes(job, before({100, 0}, 2), LateMessages::Plain).value();
  CHECK(rows.total == 550);
  CHECK(rows.with_probes == 650);
  CHECK(rows.ranks[1].in_mpi == 150);
  REQUIRE(rows.ranks[1].at.size() == 1);
  CHECK(rows.ranks[1].at[0].probes == 100); // of the call, which took 250
  CHECK(rows.ranks[1].at[0].measured() == 250);
  CHECK(rows.ranks[0].at[0].probes == 0);
}

TEST_CASE("probes of a rank that waits make its wait longer when they are gone") {
  Job job = lateSender();
  JobRows rows = rowsWithoutProbes(job, before({0, 150}, 2), LateMessages::Plain).value();
  CHECK(rows.total == 650); // it receives as late as before
  CHECK(rows.ranks[1].at[0].probes == -150);
  CHECK(rows.ranks[1].in_mpi == 400);
}

TEST_CASE("a broadcast: members wait for its root without the root's probes") {
  LogWriter zero(0, 3), one(1, 3), two(2, 3);
  for (LogWriter *log : {&zero, &one, &two})
    log->collective(TARE_MF_FROM_ROOT, 8, 8, 0);
  zero.call("MPI_Bcast", 400, 410);
  one.call("MPI_Bcast", 100, 430);
  two.call("MPI_Bcast", 600, 610); // came late: it takes as long as it did
  Job job = jobOfFiles({zero, one, two}, 700);
  Job bare = jobWithoutProbes(job, before({100, 0, 250}, 2), LateMessages::Plain).value();
  CHECK(firstCall(bare, 0).begin == 300);
  CHECK(firstCall(bare, 1).end == 330);
  CHECK(firstCall(bare, 2).begin == 350);
  CHECK(firstCall(bare, 2).end == 360);
}

TEST_CASE("a message for which nobody waited: optimistic, plain, and pessimistic") {
  LogWriter zero(0, 2), one(1, 2);
  zero.send(1, 0, 8);
  zero.call("MPI_Send", 300, 310);
  one.post(0, 0, 8);
  one.received(0, 0, 8);
  one.call("MPI_Recv", 600, 620); // 250 of them are probes
  Job job = jobOfFiles({zero, one}, 700);
  auto endOfOne = [&](LateMessages late) {
    return firstCall(jobWithoutProbes(job, before({0, 250}, 2), late).value(), 1).end;
  };
  CHECK(endOfOne(LateMessages::Optimistic) == 370);
  CHECK(endOfOne(LateMessages::Plain) == 370);       // no network is known
  CHECK(endOfOne(LateMessages::Pessimistic) == 620); // it may have come at the last moment
}

TEST_CASE("a reduction: its root waits for members without their probes") {
  LogWriter zero(0, 2), one(1, 2);
  for (LogWriter *log : {&zero, &one})
    log->collective(TARE_MF_TO_ROOT, 8, 8, 0);
  zero.call("MPI_Reduce", 100, 430);
  one.call("MPI_Reduce", 400, 410);
  Job job = jobOfFiles({zero, one}, 500);
  Job bare = jobWithoutProbes(job, before({0, 150}, 2), LateMessages::Plain).value();
  CHECK(firstCall(bare, 1).begin == 250);
  CHECK(firstCall(bare, 0).end == 280);
}

TEST_CASE("a job without probes is itself, to the tick") {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    JobProgram program = randomJob(random);
    Job job = jobOf(simulate(program, randomMachine(random, program.size()), unsigned(round)));
    INFO("round " << round);
    for (LateMessages late :
         {LateMessages::Optimistic, LateMessages::Plain, LateMessages::Pessimistic}) {
      JobRows rows = rowsWithoutProbes(job, probesOf(job, {}), late).value();
      CHECK(rows.total == job.total());
      CHECK(rows.rows == jobRows(job).value().rows);
      for (const RankRows &rank : rows.ranks)
        for (const RankMpiAt &at : rank.at)
          CHECK(at.probes == 0);
    }
  }
}

namespace {

/// Rank 0 sends to rank 1, and all meet; rank 1's probes take three times as much.
JobProgram sendsAndBarriers() {
  JobProgram program(3);
  std::mt19937 random(12);
  for (int round = 0; round < 20; ++round) {
    for (auto &rank : program)
      rank.push_back(work(50000 + double(random() % 50000)));
    program[0].push_back(send(1));
    program[1].push_back(receive(0));
    for (auto &rank : program)
      rank.push_back(barrier());
  }
  return program;
}

SimulatedMachine measuringMachine(double latency) {
  SimulatedMachine machine = machineOf(3);
  machine.remote = machine.local = {latency, 0, 0, 0, 1e18, 0};
  machine.work_probe = 5000;
  machine.record = 700;
  machine.uneven = {1, 3, 0};
  return machine;
}

/// A tick for noticing, at each call.
constexpr Ticks noticing = 60;

} // namespace

TEST_CASE("simulated: the job without probes comes back, and with it each rank's time in MPI") {
  JobProgram program = sendsAndBarriers();
  SimulatedMachine machine = measuringMachine(0), bare = machine;
  bare.work_probe = bare.record = 0;
  Job job = jobOf(simulate(program, machine));
  JobRows expected = jobRows(jobOf(simulate(program, bare))).value();
  JobRows rows = rowsWithoutProbes(job, probesOf(program, machine), LateMessages::Plain).value();
  CHECK(job.total() > expected.total + 20 * 5000);
  CHECK(std::abs(rows.total - expected.total) <= noticing);
  for (size_t rank = 0; rank < 3; ++rank)
    CHECK(std::abs(rows.ranks[rank].in_mpi - expected.ranks[rank].in_mpi) <= noticing);
}

TEST_CASE("simulated: where messages take time, the truth lies between the bounds") {
  JobProgram program = sendsAndBarriers();
  for (double latency : {1000.0, 10000.0, 50000.0}) {
    SimulatedMachine machine = measuringMachine(latency), bare = machine;
    bare.work_probe = bare.record = 0;
    Job job = jobOf(simulate(program, machine));
    Ticks truth = jobOf(simulate(program, bare)).total();
    auto total = [&](LateMessages late) {
      return rowsWithoutProbes(job, probesOf(program, machine), late).value().total;
    };
    INFO("latency " << latency);
    CHECK(total(LateMessages::Optimistic) <= truth + noticing);
    CHECK(total(LateMessages::Pessimistic) >= truth - noticing);
    CHECK(total(LateMessages::Optimistic) < total(LateMessages::Pessimistic));
  }
}

TEST_CASE("when probes took their time: in regions, and beside them, but not in calls of MPI") {
  LogWriter zero(0, 1);
  zero.call("MPI_Wtime", 300, 450);
  Job job = jobOfFiles({zero}, 800);
  // A region of 200 that lost 60, and 40 of all else: 300 before the call, 150 behind it.
  RankProbeTimes times = probeTimes({{500, 700}}, {{460, 600}}, 800, 700);
  REQUIRE(times.regions.size() == 1);
  CHECK(times.regions[0].ticks == 60);
  CHECK(times.elsewhere == 40);
  std::vector<RankProbes> probes = probesOf(job, {{0, times}});
  REQUIRE(probes[0].in_work.size() == 2);
  CHECK(probes[0].in_work[0] == Approx(40.0 * 300 / 450));
  CHECK(probes[0].in_work[1] == Approx(60 + 40.0 * 150 / 450));
  job.ranks[0].record = 7; // behind the call
  CHECK(probesOf(job, {})[0].in_work == std::vector<double>{0, 7});
  // Regions that are longer without probes than all that went.
  RankProbeTimes scaled = probeTimes({{0, 100}, {200, 300}}, {{0, 40}, {140, 300}}, 800, 770);
  CHECK(scaled.regions[0].ticks == 30);
  CHECK(scaled.regions[1].ticks == 0);
  CHECK(scaled.elsewhere == 0);
}
