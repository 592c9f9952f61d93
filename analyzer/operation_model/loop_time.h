// SPDX-License-Identifier: Apache-2.0
// How long one thread is in a loop's own body, from what it does and what that costs.
//
//   loop as one thread has it, costs -> [loop time] -> seconds, and which resource decides
//
//   T = max(core, memory), core = max(throughput, chain, divider, updates) + calls
//
// Memory: bytes come from the level of the caches that holds all that is touched before they are
// touched again. This is the layer condition of the ECM model (H. Stengel and others, ICS 2015),
// between the levels over the logarithm.
#pragma once

#include "analyzer/operation_model/thread_share.h"
#include "analyzer/primitives/operation_costs.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tare {

/// Loops that the compiler says it made vector instructions for.
struct VectorisedLoops {
  bool known = false;                          // false: a loop's shape decides
  std::set<std::pair<std::string, int>> loops; // name of the file without folders, line
  bool has(const std::string &file, int line) const;
};

enum class LoopResource : uint8_t { Throughput, Chain, Divider, Updates, Calls, Memory };
const char *loopResourceName(LoopResource resource); // "chain of a sum"

/// Bytes that come from one distance.
struct MemoryPart {
  std::string array;
  int reused_in =
      0;            // each iteration of this loop touches them again; 0: each execution of the node
  double bytes = 0; // in whole lines of the cache where it matters; of indirect ones the elements'
  double distance = 0; // bytes that are touched in between; of indirect ones those of the array
  double time_s = 0;
};

struct LoopTime {
  int loop = 0; // index into CountedNode::loops
  double time_s = 0, core_s = 0, memory_s = 0;
  double badly_placed_s = 0; // where the loop's code lies worst in memory; time_s at least
  double throughput_s = 0, chain_s = 0, divider_s = 0, updates_s = 0, calls_s = 0;
  LoopResource decides = LoopResource::Throughput;
  std::string culprit; // the carrier of the chain, the array, the call; empty: none in particular
  bool vectorised = false;
  std::string unlike; // the most similar primitive, if no primitive has this shape and that
                      // matters; else empty
  std::vector<MemoryPart> memory;
};

struct TimedLoop {
  const SharedNode &node;
  int loop = 0;
  CountEnd end = CountEnd::Most;
  bool is_vectorised = false;
  const OperationCosts &costs;
};

LoopTime loopTime(const TimedLoop &question);

/// Of one thread: names of functions that are called and whose cost is not known, and how often.
std::map<std::string, double> unknownCalls(const TimedLoop &question);

/// By its shape: innermost, without a chain of floating-point numbers, calls, or accesses that are
/// not to neighbours.
bool looksVectorisable(const CountedNode &node, int loop);

} // namespace tare
