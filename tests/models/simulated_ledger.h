// SPDX-License-Identifier: Apache-2.0
// Ledgers of a made-up program: serial code, a loop whose load imbalance and barrier are known.
#pragma once

#include "analyzer/models/ledger_rows.h"

#include <random>
#include <vector>

namespace tare {

struct MadeProgram {
  double noise = 0.01;
  int repetitions = 5;
  int cores = 16;
};

/// Of one size N, with a table for each number of threads.
NamedLedger simulatedLedger(std::mt19937_64 &random, const MadeProgram &program, double size,
                            const std::vector<int> &threads);

/// T_s, and T_p, without noise.
double trueSerialTime(double size);
double trueParallelTime(double size, int threads);

} // namespace tare
