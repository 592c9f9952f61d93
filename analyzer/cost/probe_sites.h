// SPDX-License-Identifier: Apache-2.0
// Which threads reach a construct, which of them go inside, and which probes they meet. This
// repeats the rewriter's rules, for nodes of a table.
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

/// Whether the node has probes that read the clock, in a unit that was instrumented.
bool isTimed(const Node &node);

Reach scaled(Reach reach, double factor);
Reach sum(const Reach &a, const Reach &b);

/// How often the code inside is executed. `at`: how often the node is reached; `repeated`: the same
/// times its own iterations.
Reach insideOf(const Node &node, const Reach &at, const Reach &repeated, double threads);

/// Outside of regions only the probes of serial code and of regions do something.
Executions probesAt(const std::vector<Node> &nodes, size_t index, const Reach &at,
                    const Reach &repeated, double threads);
} // namespace tare
