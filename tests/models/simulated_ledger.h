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
  std::string name = "made";
  double work = 1;                 // T_s and what grows like it, times this
  double imbalance_power = 3;      // of N
  double step = 1, step_above = 0; // all times are so many times as long for larger N; 0: none
  double m = 0;                    // a further parameter M, which all times grow with; 0: none
};

inline const std::vector<double> usual_sizes = {200, 300, 400, 500, 600, 700, 800};

/// Of one size N, with a table for each number of threads.
NamedLedger simulatedLedger(std::mt19937_64 &random, const MadeProgram &program, double size,
                            const std::vector<int> &threads);

/// T_s, and T_p, without noise.
double trueSerialTime(double size, const MadeProgram &program = {});
double trueParallelTime(double size, int threads, const MadeProgram &program = {});

} // namespace tare
