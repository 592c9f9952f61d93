// SPDX-License-Identifier: Apache-2.0
// An instrumented program is run once with an OMPT tool beside our probes, and the two records of
// that run are held against each other.
#pragma once

#include "bench/witness/cross_check.h"

#include <string>
#include <vector>

namespace tare {

/// Several when it has started other programs that are measured.
Result<std::vector<CrossCheck>> crossCheckRun(const std::vector<std::string> &command, int threads,
                                              double timeout_s);

/// What is printed of one process.
std::string crossCheckText(const std::string &command, int threads, const CrossCheck &check);

/// All commands, printed. Returns the exit status.
int crossCheckPrograms(const std::vector<std::string> &commands, int threads, double timeout_s);

} // namespace tare
