// SPDX-License-Identifier: Apache-2.0
#include "tests/jobs/perturbed.h"

#include <random>

namespace tare::testing {

namespace {
constexpr double us = 1000;
}

std::vector<RankProbes> probesOf(const JobProgram &program, const SimulatedMachine &machine) {
  std::vector<RankProbes> all;
  for (size_t rank = 0; rank < program.size(); ++rank) {
    RankProbes probes{{0}, {}};
    double factor = machine.costFactor(rank);
    for (const JobOperation &operation : program[rank])
      if (operation.act == JobAct::Work)
        probes.in_work.back() += factor * machine.work_probe;
      else
        probes.in_work.push_back(factor * machine.record);
    all.push_back(std::move(probes));
  }
  return all;
}

PerturbedRun perturb(const JobProgram &program, const SimulatedMachine &machine, bool in_turn) {
  SimulatedMachine bare = machine;
  bare.record = bare.work_probe = 0;
  PerturbedRun run;
  run.truth = simulate(program, bare, 2).total; // other noise: two runs are never alike
  SimulatedRun measured = simulate(program, machine);
  run.measured = measured.total;
  Job job = jobOf(measured);
  Network network = networkOf(machine);
  std::vector<RankProbes> probes = probesOf(program, machine);
  auto total = [&](LateMessages late, BlindOrder order) {
    JobDurations durations =
        withoutProbes(measuredDurations(job, {.network = &network, .late = late}), probes);
    return replayJob(job, durations, measuredPlacement(job),
                     {.blind = order, .exits_in_turn = in_turn})
        .total;
  };
  run.optimistic = total(LateMessages::Optimistic, BlindOrder::AsMeasured);
  run.plain = total(LateMessages::Plain, BlindOrder::AsMeasured);
  run.pessimistic = total(LateMessages::Pessimistic, BlindOrder::AsMeasured);
  run.fifo = total(LateMessages::Plain, BlindOrder::Fifo);
  run.lifo = total(LateMessages::Plain, BlindOrder::Lifo);
  return run;
}

JobProgram barrierLoop(size_t ranks) {
  JobProgram program(ranks);
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round)
    for (auto &of : program) {
      of.push_back(work((60 + double(random() % 60)) * us));
      of.push_back(barrier());
    }
  return program;
}

SimulatedMachine barrierMachine(size_t ranks, double alpha_us) {
  SimulatedMachine machine = machineOf(ranks);
  machine.collectives = Collectives::InTurn;
  machine.barrier = 8 * us;
  machine.record = 2 * alpha_us * us; // an event at its begin, and one at its end
  return machine;
}

JobProgram oceanLoop(size_t ranks, size_t events) {
  JobProgram program(ranks);
  std::mt19937 random(8);
  for (int round = 0; round < 20; ++round)
    for (size_t rank = 0; rank < ranks; ++rank) {
      for (size_t event = 0; event < events; ++event) {
        double all = 20000 * us / double(ranks) / double(events);
        program[rank].push_back(work(all * (0.9 + double(random() % 200) / 1000)));
      }
      for (size_t step = 1; step < ranks; ++step)
        program[rank].push_back(send(int((rank + step) % ranks), 32768 / ranks / ranks));
      for (size_t step = 1; step < ranks; ++step)
        program[rank].push_back(receive(int((rank + ranks - step) % ranks)));
    }
  return program;
}

JobProgram blindLoop(size_t ranks) {
  JobProgram program(ranks);
  std::mt19937 random(9);
  constexpr int rounds = 60;
  for (size_t rank = 1; rank < ranks; ++rank)
    for (int round = 0; round < rounds; ++round) {
      program[rank].push_back(work((700 + double(random() % 400)) * us));
      program[rank].push_back(send(0, 64, 0, TARE_MF_SYNCHRONOUS));
      program[0].push_back(receive(TARE_MF_ANY));
      program[0].push_back(work(750 * us / double(ranks - 1)));
    }
  return program;
}

/// The iPSC/860's times, as the paper quotes them.
SimulatedMachine oceanMachine(size_t ranks, double alpha_us) {
  SimulatedMachine machine = machineOf(ranks);
  machine.remote = {120 * us, 0.4 * us, 20 * us, 0.02 * us, 1e18, 0.02};
  machine.local = machine.remote;
  machine.record = machine.work_probe = alpha_us * us;
  return machine;
}

} // namespace tare::testing
