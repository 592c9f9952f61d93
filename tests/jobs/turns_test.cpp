// SPDX-License-Identifier: Apache-2.0
// Ranks that have turns of a processor: times that can be followed on paper, and simulated ones.
#include "analyzer/jobs/measured_turns.h"
#include "analyzer/jobs/shared_processors.h"
#include "analyzer/replay/processor_turns.h"
#include "catch.hpp"
#include "tests/jobs/hand_made.h"
#include "tests/jobs/predicted.h"
#include "tests/jobs/program_shapes.h"
#include "tests/jobs/random_job.h"

#include <cmath>

using namespace tare;
using namespace tare::testing;

namespace {

/// When each process is due, which then leaves.
std::vector<std::pair<uint32_t, double>> dueOf(ProcessorTurns &turns, double until = 1e300) {
  std::vector<std::pair<uint32_t, double>> due;
  while (turns.next() < until) {
    double now = turns.next();
    if (uint32_t process = turns.runNext(); process != ProcessorTurns::nobody) {
      due.emplace_back(process, now);
      turns.leave(now, process);
    }
  }
  return due;
}

using Due = std::vector<std::pair<uint32_t, double>>;

JobTimes onOneCore(const Job &job, RankWaits waits, double turn_ms) {
  return replayJob(job, measuredDurations(job, {}), placedOn(job.ranks.size(), 1),
                   {.waits = waits, .turn = turn_ms * double(ms)});
}

/// Each of two ranks works for 1 ms, sends, and receives; all in no time. Four times.
Job exchanges() {
  std::vector<LogWriter> ranks;
  for (int rank : {0, 1}) {
    ranks.emplace_back(rank, 2);
    for (uint64_t time = 1; time <= 4; ++time) {
      ranks.back().send(1 - rank, 0, 8);
      ranks.back().call("MPI_Send", time * ms, time * ms);
      ranks.back().post(1 - rank, 0, 8);
      ranks.back().received(1 - rank, 0, 8);
      ranks.back().call("MPI_Recv", time * ms, time * ms);
    }
  }
  return jobOfLogs(ranks, 4 * ms);
}

/// Both work for 1 ms; one sends then, and waits until it is received.
Job synchronous(int sender) {
  LogWriter from(sender, 2), to(1 - sender, 2);
  from.send(1 - sender, 0, 8, 0, TARE_MF_SYNCHRONOUS);
  from.call("MPI_Ssend", 1 * ms, 1 * ms);
  to.post(sender, 0, 8);
  to.received(sender, 0, 8);
  to.call("MPI_Recv", 1 * ms, 1 * ms);
  return sender == 0 ? jobOfLogs({from, to}, 1 * ms) : jobOfLogs({to, from}, 1 * ms);
}

/// Two ranks exchange messages of so many bytes a hundred times, which need `Waitall`.
JobProgram exchangeShape(uint64_t bytes) {
  JobProgram program(2);
  for (uint64_t time = 0; time < 100; ++time)
    for (int rank : {0, 1}) {
      program[size_t(rank)].push_back(work(1e6 + 2e5 * double((time + uint64_t(rank)) % 3)));
      program[size_t(rank)].push_back(startReceive(2 * time, 1 - rank));
      program[size_t(rank)].push_back(startSend(2 * time + 1, 1 - rank, bytes));
      program[size_t(rank)].push_back(waitFor({2 * time, 2 * time + 1}));
    }
  return program;
}

JobProgram collectiveShape(size_t ranks, const char *function, uint64_t bytes) {
  JobProgram program(ranks);
  for (int time = 0; time < 40; ++time)
    for (size_t rank = 0; rank < ranks; ++rank) {
      program[rank].push_back(work(1e6 + 1e5 * double((size_t(time) + 3 * rank) % 5)));
      program[rank].push_back(collect(function, TARE_MF_ALL, bytes));
    }
  return program;
}

/// Spinning ranks with a core each are measured; so many of them share one then.
PredictedRun spinning(const std::function<JobProgram()> &make, size_t ranks, size_t nodes,
                      double eager_limit = 1e18) {
  SimulatedMachine here = machineOf(1), there = machineOf(nodes);
  here.processors = ranks;
  for (SimulatedMachine *machine : {&here, &there}) {
    machine->spins = true;
    machine->quantum = 4e6;
    machine->collectives = Collectives::Messages;
    machine->local.eager_limit = machine->remote.eager_limit = eager_limit;
  }
  return predict(make, here, there);
}

} // namespace

TEST_CASE("two processes have turns; each is due when it has had its amount") {
  ProcessorTurns turns(1, 4, 2);
  turns.start(0, 0, 10); // 0 to 4, 8 to 12, 16 to 18
  turns.start(0, 1, 10); // 4 to 8, 12 to 16, 18 to 20
  CHECK(dueOf(turns) == Due{{0, 18}, {1, 20}});
}

TEST_CASE("who comes waits for the end of a turn, and has a whole one when another leaves") {
  ProcessorTurns turns(1, 4, 2);
  turns.start(0, 0, 10); // 0 to 4, 4 to 8, 11 to 13
  turns.start(5, 1, 3);  // 8 to 11
  CHECK(turns.takeArrived() == std::vector<uint32_t>{0});
  CHECK(dueOf(turns) == Due{{1, 11}, {0, 13}});
  ProcessorTurns left(1, 4, 3);
  left.start(0, 0, 1e9);
  left.start(1, 1, 4); // 3 to 7
  left.start(1, 2, 2); // 7 to 9
  left.leave(3, 0);
  CHECK(dueOf(left) == Due{{1, 7}, {2, 9}});
}

TEST_CASE("who has had less comes first, and nobody saves up time") {
  ProcessorTurns turns(1, 4, 3);
  turns.start(0, 0, 11); // 0 to 4, 11 to 15, 23 to 26
  turns.start(0, 1, 3);  // 4 to 7
  turns.start(0, 2, 9);  // 7 to 11, 15 to 19, 26 to 27
  CHECK(dueOf(turns, 16) == Due{{1, 7}});
  turns.start(16, 1, 8); // as if it had had 5, as 2, and not 3: 19 to 23, 27 to 31
  CHECK(dueOf(turns) == Due{{0, 26}, {2, 27}, {1, 31}});
}

TEST_CASE("three processes on two processors") {
  ProcessorTurns turns(2, 4, 3);
  for (uint32_t process : {0, 1, 2})
    turns.start(0, process, 8); // 0: 0 to 4, 4 to 8; 1: 0 to 4, 8 to 12; 2: 4 to 8, 8 to 12
  Due due = dueOf(turns);
  CHECK(due.size() == 3);
  CHECK(due.back().second == 12);
}

TEST_CASE("a rank that spins keeps the core until its turn ends: two exchanges in each") {
  Job job = exchanges();
  CHECK(replayJob(job, measuredDurations(job, {}), measuredPlacement(job)).total == 4.0 * ms);
  // Rank 0 spins from 1 to 4 and from 10 to 12; it ends at 17. Rank 1 spins from 6 to 8 and from
  // 14 to 16, and sees the last message at 17.
  JobTimes times = onOneCore(job, RankWaits::Spins, 4);
  CHECK(times.total == 17.0 * ms);
  CHECK(times.calls[0][1].end == 8.0 * ms);
  CHECK(times.calls[0][3].end == 9.0 * ms);
  CHECK(times.calls[1][3].end == 12.0 * ms);
  CHECK(times.ends == std::vector<double>{17.0 * ms, 17.0 * ms});
  // Who yields gives the core away at once.
  CHECK(onOneCore(job, RankWaits::Leaves, 4).total == 8.0 * ms);
  // Short turns are the fair share.
  CHECK(onOneCore(job, RankWaits::Spins, 1e-4).total ==
        Approx(onOneCore(job, RankWaits::Spins, 0).total).epsilon(0.01));
}

TEST_CASE("who had the core when spinning ranks shared it, and what they take apart") {
  // The same exchanges, measured on one core: as they are replayed above.
  const uint64_t sent[2][4] = {{1, 9, 10, 17}, {5, 6, 13, 14}};
  const uint64_t received[2][4] = {{8, 9, 16, 17}, {5, 12, 13, 17}};
  std::vector<LogWriter> ranks;
  for (int rank : {0, 1}) {
    ranks.emplace_back(rank, 2);
    for (int time = 0; time < 4; ++time) {
      uint64_t at = sent[rank][time] * ms;
      ranks.back().send(1 - rank, 0, 8);
      ranks.back().call("MPI_Send", at, at);
      ranks.back().post(1 - rank, 0, 8);
      ranks.back().received(1 - rank, 0, 8);
      ranks.back().call("MPI_Recv", at, received[rank][time] * ms);
    }
  }
  Job job = jobOfLogs(ranks, 17 * ms);
  JobPlacement was = placedOn(2, 1);
  JobDurations measured = measuredDurations(job, {});
  std::vector<RankUse> uses = measuredTurns(job, measured, was, RankWaits::Spins, 4.0 * ms);
  CHECK(uses[0].inCall(1) == 3.0 * ms); // from 1 to 4
  CHECK(uses[1].inCall(3) == 2.0 * ms); // from 6 to 8
  for (size_t exchange : {0, 1, 2, 3}) {
    CHECK(uses[0].work(2 * exchange) == 1.0 * ms);
    CHECK(uses[1].work(2 * exchange) == 1.0 * ms);
  }
  JobDurations apart = inProcessorTime(job, measured, {was, RankWaits::Spins, 4.0 * ms});
  CHECK(replayJob(job, apart, measuredPlacement(job)).total == 4.0 * ms);
  CHECK(replayJob(job, apart, was, {.waits = RankWaits::Spins, .turn = 4.0 * ms}).total ==
        17.0 * ms);
}

TEST_CASE("a rank that is known to have a processor gets it") {
  ProcessorTurns turns(1, 4, 2);
  turns.start(0, 0, 1e9);
  turns.start(0, 1, 1e9);
  turns.putOn(1, 1); // though the turn of 0 was not over
  CHECK(turns.isOn(1));
  CHECK(turns.used(3, 0) == 1);
  CHECK(turns.used(3, 1) == 2);
  CHECK(turns.next() == 5);
  turns.leave(3, 1);
  turns.putOn(4, 1); // though it wanted none
  CHECK(turns.used(4, 0) == 2);
  CHECK(turns.used(6, 1) == 4);
}

TEST_CASE("a sender that waits goes on when its receiver has had a turn") {
  // Rank 0 spins from 1 to 4. Rank 1 receives at 5, and ends.
  CHECK(onOneCore(synchronous(0), RankWaits::Spins, 4).total == 5.0 * ms);
  // Rank 0 has posted its receive at 1. Rank 1 sends at 5, and spins until 8.
  CHECK(onOneCore(synchronous(1), RankWaits::Spins, 4).total == 8.0 * ms);
  CHECK(onOneCore(synchronous(1), RankWaits::Leaves, 4).total == 2.0 * ms);
}

TEST_CASE("turns end where all ranks wait for ever") {
  LogWriter zero(0, 2), one(1, 2);
  for (auto [log, peer] : {std::pair(&zero, 1), std::pair(&one, 0)}) {
    log->send(peer, 0, 8, 0, TARE_MF_SYNCHRONOUS);
    log->call("MPI_Ssend", 10 * ms, 11 * ms);
    log->post(peer, 0, 8);
    log->received(peer, 0, 8);
    log->call("MPI_Recv", 20 * ms, 21 * ms);
  }
  Job job = jobOfLogs({zero, one}, 30 * ms);
  JobDurations durations = measuredDurations(job, {});
  durations.rendezvous = {true, true};
  for (RankDurations &rank : durations.ranks)
    std::fill(rank.lag.begin(), rank.lag.end(), 1.0);
  for (RankWaits waits : {RankWaits::Spins, RankWaits::Leaves})
    CHECK(replayJob(job, durations, placedOn(2, 1), {.waits = waits, .turn = 4.0 * ms})
              .stuck.size() == 2);
}

TEST_CASE("exchanges of spinning ranks on one core are as long as on a simulated one") {
  for (double limit : {1e18, 1000.0}) {
    PredictedRun run = spinning([] { return exchangeShape(8000); }, 2, 1, limit);
    INFO("eager limit " << limit << ", truth " << run.truth << ", predicted " << run.predicted);
    CHECK(run.truth > (limit > 8000 ? 2.5 : 5) * run.measured); // turns are what it takes
    CHECK(std::abs(run.error()) < 0.02);
  }
}

TEST_CASE("collectives of spinning ranks that share cores") {
  for (const char *function : {"MPI_Allreduce", "MPI_Alltoall"})
    for (size_t ranks : {2, 4, 8})
      for (double limit : {1e18, 100.0}) {
        PredictedRun run = spinning([&] { return collectiveShape(ranks, function, 4000); }, ranks,
                                    ranks / 2, limit);
        INFO(function << ", " << ranks << " ranks, limit " << limit << ", measured " << run.measured
                      << ", truth " << run.truth << ", predicted " << run.predicted);
        CHECK(std::abs(run.error()) < 0.05);
      }
}

TEST_CASE("any job with turns: all ranks end, and none has more of the processors than there is") {
  std::mt19937 random(7);
  size_t longer = 0;
  for (int round = 0; round < 150; ++round) {
    JobProgram program = randomJob(random);
    SimulatedMachine machine = randomMachine(random, program.size());
    Job job = jobOf(simulate(program, machine, unsigned(round)));
    Network network = networkOf(machine);
    JobDurations durations = measuredDurations(job, {.network = &network});
    double works = 0, turn = double(1 + random() % 100) * 1e3;
    for (const RankDurations &rank : durations.ranks)
      for (double work : rank.work)
        works += work;
    for (RankWaits waits : {RankWaits::Spins, RankWaits::Leaves}) {
      ReplayPolicy policy = {.waits = waits, .turn = turn};
      INFO("round " << round << ", spins " << (waits == RankWaits::Spins));
      REQUIRE(replayJob(job, durations, measuredPlacement(job), policy).total ==
              double(job.total())); // there is nothing to share
      for (size_t processors : {1, 2}) {
        JobTimes times =
            replayJob(job, durations, placedOn(job.ranks.size(), 1, double(processors)), policy);
        REQUIRE(times.stuck.empty());
        REQUIRE(times.total * double(processors) >= works * (1 - 1e-9));
        longer += times.total > double(job.total());
      }
    }
  }
  CHECK(longer > 300);
}

TEST_CASE("any job that shared processors: each rank's part of them is within what there was") {
  std::mt19937 random(8);
  for (int round = 0; round < 100; ++round) {
    JobProgram program = randomJob(random);
    SimulatedMachine machine = randomMachine(random, program.size());
    machine.nodes = 1;
    machine.node_of.clear();
    machine.processors = 1 + random() % 2;
    machine.spins = random() % 2;
    machine.quantum = double(1 + random() % 100) * 1e3;
    Job job = jobOf(simulate(program, machine, unsigned(round)));
    JobPlacement was = placedOn(job.ranks.size(), 1, double(machine.processors));
    JobDurations measured = measuredDurations(job, {});
    RankWaits waits = machine.spins ? RankWaits::Spins : RankWaits::Leaves;
    INFO("round " << round << ", spins " << machine.spins);
    double used = 0;
    for (const RankUse &use : measuredTurns(job, measured, was, waits, machine.quantum)) {
      for (size_t call = 0; call < use.calls.size(); ++call) {
        REQUIRE(use.work(call) >= 0);
        REQUIRE(use.inCall(call) >= 0);
      }
      used += use.at_end - use.at_begin;
    }
    REQUIRE(used <= double(job.total()) * double(machine.processors) * (1 + 1e-9));
    JobDurations apart = inProcessorTime(job, measured, {was, waits, machine.quantum});
    REQUIRE(replayJob(job, apart, measuredPlacement(job)).stuck.empty());
  }
}
