// SPDX-License-Identifier: Apache-2.0
// The output of the program that measures a machine (rounds.h).
#pragma once

#include "analyzer/machine/measured_machine.h"
#include "base/result.h"

#include <string>

namespace tare {

struct RoundsOutput {
  std::string runtime_file; // that the OpenMP runtime was loaded from; empty: linked in
  int threads = 0;
  MeasuredTeam team;                // without its setting
  std::map<int, SharedRates> rates; // by number of threads
};

/// Error: a line that no such program prints.
Result<RoundsOutput> readRoundsOutput(const std::string &text);

} // namespace tare
