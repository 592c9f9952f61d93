// SPDX-License-Identifier: Apache-2.0
// Answers of an archive as measurements: one figure, where and with what it was measured, and its
// repetitions.
//
//   DatabaseRows (with repetitions) -> [measured rows] -> other tools' formats
#pragma once

#include "analyzer/archive/database.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct MeasuredRow {
  std::string application, machine, commit, measured_utc;
  std::map<std::string, std::string> parameters;
  int threads = 0;
  std::string metric; // "T_p", "T_s", or the full name of a category
  std::string place;  // "x.c:7"; empty: the whole program
  double value_s = 0, low_s = 0, high_s = 0;
  std::vector<double> repetitions_s; // empty: not kept
};

/// In the order of the answers.
std::vector<MeasuredRow> measuredRows(const DatabaseRows &found);

/// extra-p-jsonl, bmf, google-benchmark, github-action-benchmark.
std::string inFormat(const std::string &format, const std::vector<MeasuredRow> &rows);

} // namespace tare
