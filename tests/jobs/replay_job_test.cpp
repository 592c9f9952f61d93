// SPDX-License-Identifier: Apache-2.0
// A job again: the same times with the same durations, and what must hold with others.
#include "analyzer/jobs/replay_job.h"
#include "catch.hpp"
#include "tests/jobs/hand_made.h"
#include "tests/jobs/random_job.h"
#include "tests/jobs/simulated_job.h"

#include <cmath>

using namespace tare;
using namespace tare::testing;

namespace {

struct RandomCase {
  SimulatedMachine machine;
  Job job;
  Network network;
};

RandomCase randomCase(std::mt19937 &random, const RandomJobRules &rules = {}) {
  RandomCase made;
  JobProgram program = randomJob(random, rules);
  made.machine = randomMachine(random, program.size());
  made.job = jobOf(simulate(program, made.machine, unsigned(random())));
  made.network = networkOf(made.machine);
  return made;
}

size_t different(const Job &job, const JobTimes &times) {
  size_t count = 0;
  for (size_t r = 0; r < job.ranks.size(); ++r)
    for (size_t c = 0; c < job.ranks[r].calls.size(); ++c) {
      const JobCall &call = job.ranks[r].calls[c];
      count += times.calls[r][c].begin != double(call.begin) ||
               times.calls[r][c].end != double(call.end);
    }
  return count;
}

} // namespace

TEST_CASE("an unchanged job takes exactly what it took, whatever late messages took") {
  std::mt19937 random(1);
  size_t unknown = 0, rendezvous = 0;
  for (int round = 0; round < 300; ++round) {
    RandomCase of = randomCase(random);
    const Network *networks[] = {nullptr, &of.network};
    for (const Network *network : networks)
      for (LateMessages late :
           {LateMessages::Optimistic, LateMessages::Plain, LateMessages::Pessimistic})
        for (bool fixes : {false, true}) {
          JobDurations durations = measuredDurations(of.job, {network, late, fixes});
          JobTimes times = replayJob(of.job, durations, measuredPlacement(of.job));
          INFO("round " << round << ", network " << (network != nullptr));
          REQUIRE(times.stuck.empty());
          REQUIRE(different(of.job, times) == 0);
          REQUIRE(times.total == double(of.job.total()));
          REQUIRE(durations.violations == 0);
          unknown += durations.unknown;
          rendezvous += size_t(std::ranges::count(durations.rendezvous, true));
        }
  }
  CHECK(unknown > 1000);
  CHECK(rendezvous > 1000);
}

TEST_CASE("the same network and placement change nothing") {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    RandomCase of = randomCase(random);
    JobPlacement placement = measuredPlacement(of.job);
    JobDurations durations = onNetwork(of.job, measuredDurations(of.job, {&of.network}), of.network,
                                       placement, of.network, placement);
    REQUIRE(different(of.job, replayJob(of.job, durations, placement)) == 0);
  }
}

TEST_CASE("less work, or less transfer, never makes a job longer") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    RandomCase of = randomCase(random);
    DurationRules rules{&of.network};
    JobDurations durations = measuredDurations(of.job, rules);
    JobPlacement placement = measuredPlacement(of.job);
    JobTimes before = replayJob(of.job, durations, placement);
    JobTimes ideal = replayJob(of.job, withoutMessages(of.job, durations, rules), placement);
    REQUIRE(ideal.total <= before.total);
    for (RankDurations &rank : durations.ranks) {
      for (double &work : rank.work)
        work = std::floor(work * double(random() % 101) / 100);
      for (double &lag : rank.lag)
        lag = lag == no_wait ? lag : std::floor(lag * double(random() % 101) / 100);
    }
    JobTimes after = replayJob(of.job, durations, placement);
    for (size_t r = 0; r < of.job.ranks.size(); ++r)
      for (size_t c = 0; c < of.job.ranks[r].calls.size(); ++c)
        REQUIRE(after.calls[r][c].end <= before.calls[r][c].end);
    REQUIRE(replayJob(of.job, withoutMessages(of.job, durations, rules), placement).total <=
            ideal.total);
  }
}

TEST_CASE("late messages: optimistic is not after plain, plain not after pessimistic") {
  std::mt19937 random(4);
  size_t apart = 0;
  for (int round = 0; round < 200; ++round) {
    RandomCase of = randomCase(random);
    std::vector<double> totals;
    for (LateMessages late :
         {LateMessages::Optimistic, LateMessages::Plain, LateMessages::Pessimistic}) {
      JobDurations durations = measuredDurations(of.job, {&of.network, late});
      for (RankDurations &rank : durations.ranks)
        for (double &work : rank.work)
          work /= 2;
      totals.push_back(replayJob(of.job, durations, measuredPlacement(of.job)).total);
    }
    REQUIRE(totals[0] <= totals[1]);
    REQUIRE(totals[1] <= totals[2]);
    apart += totals[0] < totals[2];
  }
  CHECK(apart > 50);
}

TEST_CASE("ranks on one processor share it; who waits takes a part or none") {
  JobProgram program = {{work(10000), barrier()}, {work(30000), barrier()}};
  SimulatedMachine machine = machineOf(2);
  machine.barrier = 0;
  Job job = jobOf(simulate(program, machine));
  JobDurations durations = measuredDurations(job, {});
  JobPlacement one = placedOn(2, 1);
  CHECK(replayJob(job, durations, one).total == Approx(40000).margin(10));
  CHECK(replayJob(job, durations, one, {.waits = RankWaits::Spins}).total ==
        Approx(60000).margin(10));
  CHECK(replayJob(job, durations, one).calls[0][0].begin == Approx(20000).margin(10));
  CHECK(replayJob(job, durations, one, {.wake = 500}).ends[0] == Approx(40500).margin(10));
  for (JobRank &rank : job.ranks)
    rank.threads = 2;
  CHECK(replayJob(job, durations, placedOn(2, 1, 4)).total == Approx(30000).margin(10));
  CHECK(replayJob(job, durations, placedOn(2, 1, 2)).total == Approx(40000).margin(10));
}

TEST_CASE("no rank has processor time that nobody had") {
  std::mt19937 random(6);
  for (int round = 0; round < 100; ++round) {
    RandomCase of = randomCase(random);
    JobDurations durations = measuredDurations(of.job, {&of.network});
    size_t nodes = 1 + random() % of.job.ranks.size();
    JobPlacement placement = placedOn(of.job.ranks.size(), nodes, 1, round % 2);
    JobTimes times = replayJob(of.job, durations, placement, {.waits = RankWaits(round / 2 % 2)});
    REQUIRE(times.stuck.empty());
    std::vector<double> demand(nodes, 0);
    for (size_t r = 0; r < of.job.ranks.size(); ++r)
      for (double work : durations.ranks[r].work)
        demand[placement.group[r]] += work;
    for (double node : demand)
      REQUIRE(times.total >= node - 1e-3);
  }
}

TEST_CASE("blind receives: as measured, first in first out, last in first out") {
  // Three workers send at 1, 2 and 3; the master takes them from 10 on.
  JobProgram program = {{work(10000), receive(TARE_MF_ANY), work(1000), receive(TARE_MF_ANY),
                         work(1000), receive(TARE_MF_ANY)},
                        {work(3000), send(0)},
                        {work(1000), send(0)},
                        {work(2000), send(0)}};
  SimulatedMachine machine = machineOf(4);
  Job job = jobOf(simulate(program, machine));
  JobDurations durations = measuredDurations(job, {});
  JobPlacement placement = measuredPlacement(job);
  CHECK(replayJob(job, durations, placement, {.blind = BlindOrder::Fifo}).taken_otherwise == 0);
  CHECK(replayJob(job, durations, placement, {.blind = BlindOrder::Lifo}).taken_otherwise == 2);
  // Without its work the master takes them as they come: the second worker is late by now.
  durations.ranks[0].work[0] = 0;
  durations.ranks[2].work[0] = 20000;
  JobTimes measured = replayJob(job, durations, placement);
  JobTimes fifo = replayJob(job, durations, placement, {.blind = BlindOrder::Fifo});
  CHECK(measured.calls[0][0].end >= 20000);
  CHECK(fifo.calls[0][0].end < 3500);
  CHECK(fifo.taken_otherwise == 3);
  CHECK(fifo.stuck.empty());
}

TEST_CASE("a job whose messages cross for ever is named, not waited for") {
  SimulatedMachine machine = machineOf(2);
  machine.remote.eager_limit = 1000;
  JobProgram program = {{send(1, 500), receive(1)}, {send(0, 500), receive(0)}};
  Job job = jobOf(simulate(program, machine));
  Network network = networkOf(machine), meets = network;
  meets.remote.eager_limit_bytes = 100;
  JobPlacement placement = measuredPlacement(job);
  JobDurations durations =
      onNetwork(job, measuredDurations(job, {&network}), network, placement, meets, placement);
  CHECK(replayJob(job, durations, placement).stuck == std::vector<uint32_t>{0, 1});
}

TEST_CASE(
    "a slower network: who gives to a collective waits for nobody, who comes late for nothing") {
  LogWriter zero(0, 3), one(1, 3), two(2, 3);
  for (LogWriter *log : {&zero, &one, &two})
    log->collective(TARE_MF_FROM_ROOT, 8, 8, 0);
  zero.call("MPI_Bcast", 100 * ms, 101 * ms);
  one.call("MPI_Bcast", 90 * ms, 105 * ms);  // 5 after the root began
  two.call("MPI_Bcast", 200 * ms, 201 * ms); // it was there
  for (LogWriter *log : {&zero, &one, &two})
    log->collective(TARE_MF_TO_ROOT, 8, 8, 0);
  zero.call("MPI_Reduce", 202 * ms, 306 * ms);
  one.call("MPI_Reduce", 300 * ms, 301 * ms);
  two.call("MPI_Reduce", 250 * ms, 251 * ms);
  Job job = jobOfLogs({zero, one, two}, 400 * ms);
  NetworkTable near = {{{0, 2e-3, 0, 0}, {100, 2e-3, 0, 0}}};
  Network now{"MPI", near, near}, then = slowedNetwork(now, 10e-3, 0);
  JobPlacement placement = measuredPlacement(job);
  JobTimes times = replayJob(
      job, onNetwork(job, measuredDurations(job, {&now}), now, placement, then, placement),
      placement);
  auto took = [&](size_t rank, size_t call) {
    const CallTimes &of = times.calls[rank][call];
    return (of.end - of.begin) / ms;
  };
  CHECK(took(0, 0) == Approx(1));           // the root of the broadcast
  CHECK(took(1, 0) == Approx(15 + 2 * 10)); // two rounds
  CHECK(took(2, 0) == Approx(1));           // came late: it is there even so
  CHECK(took(1, 1) == Approx(1));           // gives to the reduction
  CHECK(took(2, 1) == Approx(1));
  CHECK(took(0, 1) > 104 + 10); // the root of the reduction
}
