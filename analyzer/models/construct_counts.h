// SPDX-License-Identifier: Apache-2.0
// How often each construct is executed, and its iterations, as exact polynomials in sizes and
// threads.
//
//   tables -> [construct counts] -> candidate sets, predicted counts, text
#pragma once

#include "analyzer/models/exact_counts.h"
#include "analyzer/models/ledger_rows.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Absent: the counts are no polynomial that the tables tell.
struct ConstructGrowth {
  std::optional<ExactPolynomial> executions, iterations; // in a run, over all threads

  /// The higher degree of both in each parameter. Absent: one of them is not known.
  std::optional<ParameterDegrees> degrees() const;
};

/// By the construct's id. `parameters`: names in TableAt::at that vary.
std::map<std::string, ConstructGrowth> constructGrowth(const std::vector<TableAt> &tables,
                                                       const std::vector<std::string> &parameters);

} // namespace tare
