// SPDX-License-Identifier: Apache-2.0
// How often the probes of each construct are executed in a run: counted in a measured run, or
// guessed from the node tables (static_frequencies.h). These are plain values: planning needs no
// profile.
//
//   Profile  -> [frequencies] -> predicted cost
//   NodeTree ->
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"

#include <array>
#include <string>
#include <vector>

namespace tare {

/// For each kind of probes, summed over all threads.
struct Executions {
  std::array<double, cost_kinds> times = {};

  double &of(CostKind kind) { return times[static_cast<size_t>(kind)]; }
  double of(CostKind kind) const { return times[static_cast<size_t>(kind)]; }
  void add(const Executions &more, double factor = 1);
  bool any() const;
};

/// How many of the executions of a serial statement are measured if it is too short for that. The
/// runtime finds out after some of them and only counts the others.
double measuredBeforeTooShort(double executions);

/// What a frequency rests on beside the text, as bits.
enum Guess : unsigned {
  guess_none = 0,
  guess_loop = 1,      // a loop has no constant bounds
  guess_branch = 2,    // a branch is assumed to be executed
  guess_caller = 4,    // no call of the function is known
  guess_recursion = 8, // a function calls itself, an unknown number of times
};

struct Frequency {
  std::string id; // NodeId::text()
  NodeKind kind = NodeKind::Other;
  SourcePlace place;
  std::string directive, function, path; // path: its file, relative to the project
  Executions executions;
  bool counted = false; // in a run; else guessed, with these guesses
  unsigned guesses = guess_none;

  /// Times that a thread enters the construct.
  double entries() const;
};

Frequency frequencyOf(const Node &node);

/// One for each construct whose probes were executed. Copies in other units are added to it.
std::vector<Frequency> countedFrequencies(const Profile &measured);

/// Indexed by the process-wide node index.
std::vector<Executions> countedExecutions(const Profile &measured);
/// The same for one of its threads.
std::vector<Executions> countedExecutions(const Profile &measured, const ProfileThread &thread);

/// The mean over several runs. A construct that a run lacks was executed zero times in it.
std::vector<Frequency> meanFrequencies(const std::vector<std::vector<Frequency>> &runs);

} // namespace tare
