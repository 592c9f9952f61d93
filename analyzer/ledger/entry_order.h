// SPDX-License-Identifier: Apache-2.0
// The control flow of a program as its runs had it.
//
//   log -> accounts -> [entry order] -> ledger
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

/// In which order the constructs of one place are entered, and which follows which, in one run: on
/// the way of the thread that forks each team. Executions that no common point of the team lies
/// between count as one. Of tasks, what creates them.
struct EntryOrder {
  struct Step {
    std::string from, to; // ids; empty: `within` begins, ends
    int64_t times = 0;

    bool operator==(const Step &) const = default;
  };
  std::string within;                  // id; empty: the program, of outermost regions
  std::vector<std::string> constructs; // ids, in the order of their first entry
  std::vector<Step> steps;             // empty: the log did not keep every execution
  bool is_exact = false;               // every repetition did the same

  bool operator==(const EntryOrder &) const = default;
};

} // namespace tare
