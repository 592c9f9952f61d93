// SPDX-License-Identifier: Apache-2.0
#include "tests/jobs/predicted.h"

#include "analyzer/jobs/shared_processors.h"

namespace tare::testing {

namespace {

JobPlacement placementOf(const SimulatedMachine &machine, size_t ranks) {
  JobPlacement placement;
  for (size_t rank = 0; rank < ranks; ++rank)
    placement.node.push_back(machine.nodeOf(rank, ranks));
  placement.group = placement.node;
  placement.processors.assign(machine.nodes, double(machine.processors));
  return placement;
}

SimulatedMachine linked(size_t nodes, double latency, double byte) {
  SimulatedMachine machine = machineOf(nodes);
  machine.collectives = Collectives::Messages;
  machine.remote = {latency, byte, 5000, 0.5, 1e18, 0.05};
  machine.local = {3000, 1, 5000, 0.5, 1e18, 0.05};
  machine.barrier = 3 * latency;
  machine.work_noise = 0.01;
  return machine;
}

} // namespace

PredictedRun predict(const std::function<JobProgram()> &make, const SimulatedMachine &measured_on,
                     const SimulatedMachine &then, unsigned seed) {
  PredictedRun run;
  SimulatedRun here = simulate(make(), measured_on, seed);
  run.measured = here.total;
  run.truth = simulate(make(), then, seed + 1000).total;
  Job job = jobOf(here);
  JobPlacement was = placementOf(measured_on, job.ranks.size());
  JobPlacement target = placementOf(then, job.ranks.size());
  RankWaits waited = measured_on.spins ? RankWaits::Spins : RankWaits::Leaves;
  Network from = networkOf(measured_on), to = networkOf(then);
  JobDurations durations = inProcessorTime(job, measuredDurations(job, {.network = &from}),
                                           {was, waited, measured_on.quantum, &from});
  durations = onNetwork(job, std::move(durations), from, was, to, target);
  run.predicted =
      replayJob(job, durations, target,
                {.waits = then.spins ? RankWaits::Spins : RankWaits::Leaves, .turn = then.quantum})
          .total;
  return run;
}

SimulatedMachine highPerformanceSwitch(size_t nodes) { return linked(nodes, 40000, 25); }
SimulatedMachine ethernet(size_t nodes) { return linked(nodes, 500000, 800); }

} // namespace tare::testing
