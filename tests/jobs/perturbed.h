// SPDX-License-Identifier: Apache-2.0
// The experiments of Sarukkai and Malony (section 4) on the simulated machine: a program without
// probes, with probes, and what the analysis makes of the second one.
#pragma once

#include "analyzer/jobs/job_probes.h"
#include "analyzer/jobs/replay_job.h"
#include "tests/jobs/simulated_job.h"

namespace tare::testing {

/// ns
struct PerturbedRun {
  double truth = 0, measured = 0;
  double optimistic = 0, plain = 0, pessimistic = 0; // approximated
  double fifo = 0, lifo = 0;                         // plain, with these orders of blind receives

  double off(double total) const { return (total - truth) / truth; }
};

/// `machine` has the probes' costs. `in_turn`: ranks leave its barriers one after the other.
PerturbedRun perturb(const JobProgram &program, const SimulatedMachine &machine, bool in_turn);

/// What probes took in each part of a measured run of a program without decisions.
std::vector<RankProbes> probesOf(const JobProgram &program, const SimulatedMachine &machine);

/// Figure 5: loops of work and a barrier. 1 unit is 1 us.
JobProgram barrierLoop(size_t ranks);
SimulatedMachine barrierMachine(size_t ranks, double alpha_us);

/// Figure 6: transposes of slabs by blocking messages, with this many probes in each rank's work.
JobProgram oceanLoop(size_t ranks, size_t events);
/// Figure 7: receives of whatever comes, from senders that wait for them.
JobProgram blindLoop(size_t ranks);
SimulatedMachine oceanMachine(size_t ranks, double alpha_us);

} // namespace tare::testing
