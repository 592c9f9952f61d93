// SPDX-License-Identifier: Apache-2.0
// What operations take on machines, kept by machine, compiler, level of the caches and threads.
#pragma once

#include "analyzer/archive/archive.h"

#include <string>
#include <vector>

namespace tare {

struct KeptPrimitive {
  std::string host, cpu;
  std::string compiler;  // JSON: compiler and flags, in a fixed order
  std::string operation; // a loop of share/tare/primitives
  std::string level;     // bytes of each thread's data
  int threads = 1;
  double time_s = 0, low_s = 0, high_s = 0;
};

/// One of the same machine, compiler, operation, level and threads is replaced in a file. On a
/// server it stays: nobody may change there what others rest on. Returns how many stayed.
Result<size_t> keepPrimitiveTimes(Archive &archive, const std::vector<KeptPrimitive> &primitives);

/// By host, CPU, compiler, and in the order in which they were kept. `host`: empty: all.
Result<std::vector<KeptPrimitive>> keptPrimitivesOf(Archive &archive, const std::string &host);

} // namespace tare
