// SPDX-License-Identifier: Apache-2.0
// Counts of a loop's own body by what they cost.
#pragma once

#include "analyzer/operation_model/thread_share.h"
#include "analyzer/primitives/throughput.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct ChainOperations {
  std::string carrier;
  bool in_memory = false;
  double adds = 0, multiplies = 0, multiply_adds = 0, compares = 0, integers = 0;
};

/// Of one thread, in all executions.
struct LoopOperations {
  OperationMix all;    // with vectors, narrow numbers count by their part of a double
  double integers = 0; // without the loop's steps and the arithmetic of subscripts
  double divides = 0, roots = 0, integer_divides = 0;
  double indirect_updates = 0;
  std::map<std::string, double> calls;
  std::vector<ChainOperations> chains;
};

LoopOperations operationsOf(const SharedLoop &loop, CountEnd end, bool is_vectorised);

} // namespace tare
