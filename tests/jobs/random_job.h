// SPDX-License-Identifier: Apache-2.0
// Random programs of messages in which nobody waits for ever.
#pragma once

#include "tests/jobs/simulated_machine.h"
#include "tests/jobs/simulated_program.h"

#include <random>

namespace tare::testing {

struct RandomJobRules {
  size_t most_ranks = 6, most_rounds = 30;
  bool blind = true, collectives = true;
};

JobProgram randomJob(std::mt19937 &random, const RandomJobRules &rules = {});
/// A processor for each rank, two nodes or one; with rendezvous, noise and all.
SimulatedMachine randomMachine(std::mt19937 &random, size_t ranks);

} // namespace tare::testing
