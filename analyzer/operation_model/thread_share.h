// SPDX-License-Identifier: Apache-2.0
// What the slowest thread of a team does of a counted node: counts, and bytes by the loops around.
//
//   counted node with values, threads -> [thread share] -> its loops as one thread has them
#pragma once

#include "instrumenter/operations/operations.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Which end of a count that is not exact.
enum class CountEnd : uint8_t { Least, Most };

/// An access group of a loop: what it touches, by the loop itself, then outwards, the node last.
struct SharedAccess {
  const LoopAccess *access = nullptr;
  int loop = 0;                 // its own
  double loads = 0, stores = 0; // numbers of them
  struct Touched {
    int loop = 0;
    double bytes = 0; // in all executions of `loop`, by whole lines of the cache
  };
  std::vector<Touched> touched;
  bool guessed = false; // the bytes are not known: each access is taken for one of another element
};

struct SharedLoop {
  const CountedLoop *loop = nullptr;
  double part = 1; // of the counts of all threads
  double executions = 0, iterations = 0;
  std::vector<SharedAccess> accesses;
};

struct SharedNode {
  std::vector<SharedLoop> loops; // as CountedNode::loops

  /// Bytes of all arrays that one iteration of a loop touches with the loops in it; of loop 0: one
  /// execution of the node. So far apart are two touches of what each iteration touches again.
  double bytesOfIteration(int loop) const;
  /// Bytes of an array that an execution of the node touches; 0: none is known.
  double bytesOfArray(const std::string &array) const;
  double executions() const; // of the node in one call of its function; 1 at least
};

/// `known_bytes`: of arrays, where the user says them. All counts must have values.
SharedNode sharedNode(const CountedNode &node, int threads, CountEnd end,
                      const std::map<std::string, double> &known_bytes);

/// The value of a count's end; 0 if it has none.
double valueOf(const CountRange &range, CountEnd end);

} // namespace tare
