// SPDX-License-Identifier: Apache-2.0
// The shapes of the six programs that LBF was tried on (Eom and Hollingsworth, section 2.2): who
// works how long between which messages. Times are a hundredth of theirs, or less.
#pragma once

#include "tests/jobs/simulated_program.h"

namespace tare::testing {

struct ProgramShape {
  const char *name;
  std::function<JobProgram()> make; // anew for each run: it counts what it hands out
  size_t nodes, fewer_nodes;        // as Figure 3 has them; a rank for each of the first
};

JobProgram syntheticShape(size_t ranks);  // SPA: uneven work in phases, short messages
JobProgram travellingShape(size_t ranks); // TSP: a master hands out parts, workers send bounds back
JobProgram epShape(size_t ranks);         // work, and three sums
JobProgram isShape(size_t ranks);         // ten rounds of counting, allreduce and alltoall
JobProgram ftShape(size_t ranks);         // six transposes of everything
JobProgram mgShape(size_t ranks); // V cycles: neighbours at each level, smaller messages below

std::vector<ProgramShape> paperShapes();

} // namespace tare::testing
