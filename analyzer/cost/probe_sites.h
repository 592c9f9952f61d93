// SPDX-License-Identifier: Apache-2.0
// Which threads come by a construct, which of them go inside, and which probes they meet: what the
// rewriter does with a node, told from its table.
#pragma once

#include "analyzer/cost/frequencies.h"

namespace tare {

/// How often code is executed.
struct Reach {
  double serial = 0; // by the initial thread outside of regions
  double all = 0;    // in regions: by each thread, added up
  double shared = 0; // in regions: by each team
  unsigned guesses = guess_none;
};

Reach scaled(Reach reach, double factor);
Reach sum(const Reach &a, const Reach &b);

/// `at`: how often the node is met; `repeated`: that times its own iterations.
Reach insideOf(const Node &node, const Reach &at, const Reach &repeated, double threads);

/// Outside of regions only the probes of serial code do something, and those of regions.
Executions probesAt(const std::vector<Node> &nodes, size_t index, const Reach &at,
                    const Reach &repeated, double threads);
} // namespace tare
