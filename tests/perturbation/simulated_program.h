// SPDX-License-Identifier: Apache-2.0
// An OpenMP program whose true durations are known. It runs with probes that cost something, or
// with free ones, and each time becomes the profile that the runtime would have recorded.
//
//   SimulatedProgram, ProbeCosts -> [simulated program] -> Profile -> approximate
//
// Where a probe's cost lies: the inner side at the begin of the slot that the pair stands around,
// the outer side before it, in what is around. Behind a barrier's arrival it lies before the
// release, and its outer side at the begin of the next segment. A lock's is shared out evenly over
// the time before it is taken, until its body begins, until it is given back, and after that; so
// half of it is time in which the lock is held.
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"

#include <initializer_list>
#include <memory>
#include <vector>

namespace tare::test {

struct SimulatedRegion;

/// What one thread does next.
struct Step {
  enum class Kind : uint8_t {
    Code,   // ticks, in what the thread is in
    Begin,  // of a construct, or of a statement of serial code
    End,    // of the construct that was begun last
    Lock,   // a critical that is held for `ticks`
    Create, // a task that takes `task`, behind `setup`; its creation takes `ticks`
    Region, // fork and join
    Count,  // what is only counted, a statement that is too short to be measured too: `units` times
    Setup   // the runtime's own, inside a region
  };
  Kind kind = Kind::Code;
  uint32_t node = 0;
  Ticks ticks = 0;
  Ticks task = 0, setup = 0;
  uint64_t units = 0;
  std::shared_ptr<const SimulatedRegion> region;
};
using Steps = std::vector<Step>;

/// Up to a barrier, or to the region's end.
struct Phase {
  uint32_t barrier = 0;       // its node; of the last phase: none
  std::vector<Steps> threads; // of the team
  std::vector<Ticks> release; // after the last arrival; of the last phase: the join, for all
};

struct SimulatedRegion {
  uint32_t node = 0;
  std::vector<Ticks> start; // after the fork, of each thread of the team
  std::vector<Phase> phases;
  bool opaque = false; // timed from outside only: one phase of one thread, the others unknown
};

struct SimulatedProgram {
  int threads = 1;
  bool is_serial = false; // the serial program
  Ticks setup = 0;        // of the profile, before anything else
  std::vector<Node> nodes;
  Steps initial; // what the initial thread does outside regions
};

/// Nodes of these kinds, all measured, each in the one before it; nothing is done yet.
SimulatedProgram nestedNodes(int threads, std::initializer_list<NodeKind> kinds);
/// The program is one region, its first node, with this phase alone: starts at 20, releases at 10.
void setOnlyPhase(SimulatedProgram &program, std::vector<Steps> threads);

/// The program is one region, its first node, with these phases; its threads start with the fork.
void setPhases(SimulatedProgram &program, std::vector<Phase> phases);
/// Begin, code of so many ticks, and end.
Steps executed(uint32_t node, Ticks ticks);

/// What a wait for a lock, giving it back and taking a task out of the queue take.
inline constexpr Ticks lock_get = 4, lock_give = 3, task_fetch = 2;

/// `costs`: the warm ones, to the nearest tick.
Profile simulate(const SimulatedProgram &program, const ProbeCosts &costs);

} // namespace tare::test
