// SPDX-License-Identifier: Apache-2.0
// What the program that measures a network prints (ping_pong.c), as tables.
#pragma once

#include "analyzer/jobs/network.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

struct NetworkOutput {
  int ranks = 0; // 1: the processes were no job of this MPI
  Network network;
  std::vector<std::string> hosts; // of the pairs, each once
  int disturbed = 0;              // points whose median is far above their lower quartile
};

/// Lines that do not begin with "tare-network" are the launcher's. Error: a line is none of the
/// program's, or the last one is missing.
Result<NetworkOutput> readNetworkOutput(const std::string &text);

} // namespace tare
