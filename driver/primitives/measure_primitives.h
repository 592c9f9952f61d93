// SPDX-License-Identifier: Apache-2.0
// `tare calibrate --primitives`: loops of known shapes, compiled as the program is that is to be
// predicted, over data of each level of the caches and by several numbers of threads.
//
//   share/tare/primitives, compiler, flags -> [measure primitives] -> measured primitives
#pragma once

#include "analyzer/ledger/experiment_facts.h"
#include "base/process.h"
#include "driver/primitives/primitives_store.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

struct PrimitivesQuestion {
  std::string compiler = "gcc"; // a command for C
  std::string flags = "-O2";    // without -fopenmp
  std::vector<int> threads;     // ascending
  std::vector<Cache> caches;    // of data, the smallest first; empty: not known
  double memory_bytes = 0;      // of the machine; 0: not known
  bool again = false;           // measure even if they are kept
  std::string host;             // what this machine is called
};

struct PrimitivesSeams {
  ProcessRunner &processes;
  std::string prefix;                                // this installation's
  std::string folder;                                // calibrationFolder(); empty: nothing is kept
  std::string utc;                                   // now
  std::function<void(const std::string &)> say = {}; // a line while it measures; may be empty
  std::function<double()> busy_seconds = {}; // CPU seconds of all programs so far; may be empty
  /// Called for each number of threads beside which other programs had a share of the CPUs: how
  /// many CPUs in the mean. May be empty.
  std::function<void(int threads, double others)> disturbed = {};
};

/// Bytes of one thread's arrays: half of each cache and twice as much as it holds, beyond the last
/// one four times, as far as memory allows.
std::vector<int64_t> primitiveSizes(const PrimitivesQuestion &question);

/// The compiler's own signature: the first line of --version.
Result<std::string> compilerSignature(const std::string &compiler);

/// 1, and as many as there are cores.
std::vector<int> oneAndAllCores();

/// What is kept; none: it was not measured with exactly these threads.
Result<std::optional<StoredPrimitives>> keptPrimitives(const PrimitivesSeams &seams,
                                                       const PrimitivesQuestion &question);

/// What is kept, or measured now. Error: it cannot be compiled, or does not run.
Result<StoredPrimitives> primitivesOf(const PrimitivesSeams &seams,
                                      const PrimitivesQuestion &question);

} // namespace tare
