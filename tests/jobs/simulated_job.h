// SPDX-License-Identifier: Apache-2.0
// A simulated program on a simulated machine: what it takes, and the message files that the library
// would write of it.
#pragma once

#include "analyzer/jobs/job.h"
#include "tests/jobs/simulated_machine.h"
#include "tests/jobs/simulated_program.h"

namespace tare::testing {

struct SimulatedRun {
  double total = 0;               // ns, until the last rank's end
  std::vector<std::string> files; // by rank
  double recorded = 0;            // processor time of all records and probes
  uint64_t messages = 0;
};

/// Deterministic: the seed decides what noise there is.
SimulatedRun simulate(const JobProgram &program, const SimulatedMachine &machine,
                      unsigned seed = 1);

/// Its files, read and put together. Nodes are numbered as they are on the machine if each has a
/// rank.
Job jobOf(const SimulatedRun &run);

} // namespace tare::testing
