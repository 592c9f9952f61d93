// SPDX-License-Identifier: Apache-2.0
// How many processes and threads a run has.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace tare {

/// A program alone, or a job of ranks (docs/explanation/jobs.md), each with as many threads.
struct RunSize {
  int threads = 1; // of all processes together: p, or K of a job
  int ranks = 0;   // processes of a job; 0: no job

  RunSize(int threads = 1, int ranks = 0) : threads(threads), ranks(ranks) {}
  auto operator<=>(const RunSize &) const = default;

  int threadsOfRank() const { return ranks > 0 ? threads / ranks : threads; }
  bool isOne() const { return threads == 1; }
};

/// Every number of threads of a process with every number of ranks; without ranks no jobs.
/// Ascending, each once.
std::vector<RunSize> runSizes(const std::vector<int> &threads, const std::vector<int> &ranks);

/// "4"; of a job "2x2": ranks x threads of each.
std::string pText(RunSize size);

/// "2 threads", "4 ranks", "2 ranks of 4 threads each".
std::string sizeText(RunSize size);

/// In front of what is said of tables of these sizes: "p = 2, 4"; of jobs "2 ranks, 4 ranks".
std::string sizesHead(const std::vector<RunSize> &sizes);
std::string sizeHead(RunSize size);
/// The same in a sentence: "at p = 2, 4"; "on 2 ranks, 4 ranks".
std::string atSizes(const std::vector<RunSize> &sizes);
std::string atSize(RunSize size);

/// Above a narrow column: "p = 4", "2 ranks", "2x4".
std::string columnHead(RunSize size);
/// What says how to read heads such as "2x4"; empty: there is none among them.
std::string columnHeadKey(const std::vector<RunSize> &sizes);

} // namespace tare
