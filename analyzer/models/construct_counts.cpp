// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/construct_counts.h"

#include <algorithm>

namespace tare {
namespace {

struct CountSeries {
  std::vector<ExactCount> points;
  bool is_whole = true;

  void add(const std::vector<int64_t> &at, double mean) {
    std::optional<int64_t> count = wholeCount(mean);
    is_whole &= count.has_value();
    points.push_back({at, count.value_or(0)});
  }
};

std::optional<ExactPolynomial> polynomialOf(const std::vector<std::string> &parameters,
                                            const CountSeries &series) {
  return series.is_whole ? exactPolynomial(parameters, series.points) : std::nullopt;
}

} // namespace

std::optional<ParameterDegrees> ConstructGrowth::degrees() const {
  if (!executions || !iterations)
    return std::nullopt;
  ParameterDegrees degrees;
  for (const std::string &parameter : executions->parameters)
    degrees[parameter] = std::max(executions->degree(parameter), iterations->degree(parameter));
  return degrees;
}

std::map<std::string, ConstructGrowth> constructGrowth(const std::vector<TableAt> &tables,
                                                       const std::vector<std::string> &parameters) {
  struct Counted {
    CountSeries executions, iterations;
  };
  std::map<std::string, Counted> counted;
  for (const TableAt &at : tables) {
    std::optional<std::vector<int64_t>> values = wholeValues(at.at, parameters);
    for (const ConstructLines &construct : at.table->constructs)
      if (values) {
        counted[construct.id].executions.add(*values, construct.instances);
        counted[construct.id].iterations.add(*values, construct.iterations_counted);
      }
  }
  std::map<std::string, ConstructGrowth> growth;
  for (const auto &[id, counts] : counted)
    growth[id] = {polynomialOf(parameters, counts.executions),
                  polynomialOf(parameters, counts.iterations)};
  return growth;
}

} // namespace tare
