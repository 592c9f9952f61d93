// SPDX-License-Identifier: Apache-2.0
// Measurements of other tools: they have times and counts by parameters, and no overheads.
//
//   text of Extra-P, Google Benchmark, Bencher -> [foreign] -> IndexedDocument
//
// A place of the program (call path, benchmark) becomes a construct, a metric the category of a
// row.
#pragma once

#include "analyzer/archive/indexed.h"
#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// One figure of one place, at one setting of the parameters.
struct ForeignPoint {
  std::map<std::string, std::string> parameters;
  std::string place, metric;
  std::vector<double> values;      // of the repetitions
  std::optional<double> low, high; // of a band; absent: from the repetitions
};

struct ForeignPoints {
  std::string program, host;
  int cores = 0;
  std::vector<ForeignPoint> points;
};

/// `format`: "extra-p", "extra-p-json", "extra-p-jsonl", "google-benchmark", "bmf"; and
/// "tare.coupling/1", since couplings of kernels are kept as they came, too. Untrusted input.
/// Error: the text is no such document, or has no measurement.
Result<IndexedDocument> foreignDocument(const std::string &format, const std::string &text);

// foreign_extra_p.cpp
Result<ForeignPoints> readExtraPText(std::string_view text);
Result<ForeignPoints> readExtraPJson(std::string_view text);
Result<ForeignPoints> readExtraPLines(std::string_view text);
// foreign_coupling.cpp
Result<ForeignPoints> readCouplingPoints(std::string_view text);
// foreign_benchmarks.cpp
Result<ForeignPoints> readGoogleBenchmark(std::string_view text);
Result<ForeignPoints> readBencher(std::string_view text);

} // namespace tare
