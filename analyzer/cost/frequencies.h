// SPDX-License-Identifier: Apache-2.0
// How often the probes of each construct are executed in a run: counted in one that was measured,
// or guessed from the node tables (static_frequencies.h). Plain values: what makes a plan of probes
// needs no profile.
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

/// Of each kind of probes, over all threads.
struct Executions {
  std::array<double, cost_kinds> times = {};

  double &of(CostKind kind) { return times[static_cast<size_t>(kind)]; }
  double of(CostKind kind) const { return times[static_cast<size_t>(kind)]; }
  void add(const Executions &more, double factor = 1);
  bool any() const;
};

/// Of so many executions of a serial statement that is too short to be measured, those before it
/// was found so; from then on it is only counted.
double measuredBeforeTooShort(double executions);

/// What a frequency rests on beside the text, as bits.
enum Guess : unsigned {
  guess_none = 0,
  guess_loop = 1,      // a loop of which the text does not tell how long it runs
  guess_branch = 2,    // a branch is taken to be executed
  guess_caller = 4,    // nothing is known to call the function
  guess_recursion = 8, // a function calls itself, nobody knows how often
};

struct Frequency {
  std::string id; // NodeId::text()
  NodeKind kind = NodeKind::Other;
  SourcePlace place;
  std::string directive, function, path; // of its file, relative to the project
  Executions executions;
  bool counted = false; // in a run; else from the text, with these
  unsigned guesses = guess_none;

  /// Times that a thread enters the construct.
  double entries() const;
};

Frequency frequencyOf(const Node &node);

/// One for each construct with probes that were executed, copies of it in other units together.
std::vector<Frequency> countedFrequencies(const Profile &measured);

/// By process-wide node index.
std::vector<Executions> countedExecutions(const Profile &measured);
/// Of one of its threads.
std::vector<Executions> countedExecutions(const Profile &measured, const ProfileThread &thread);

/// The mean of several runs, in each of which a construct that is not in it was not executed.
std::vector<Frequency> meanFrequencies(const std::vector<std::vector<Frequency>> &runs);

} // namespace tare
