// SPDX-License-Identifier: Apache-2.0
// Series with a known truth, measured with noise whose tails are heavy.
#pragma once

#include "analyzer/models/series.h"

#include <functional>
#include <random>
#include <vector>

namespace tare {

using TruthOf = std::function<double(const ModelPoint &)>;

/// Repetitions around the truth: relative noise of this size, four in five from a Gaussian, one in
/// five three times as wide, and one in twelve pushed up further, as interruptions do.
Observation simulated(std::mt19937_64 &random, const TruthOf &truth, const ModelPoint &at,
                      double noise, int repetitions);

/// Along one parameter.
ModelSeries simulatedSeries(std::mt19937_64 &random, const TruthOf &truth,
                            const std::string &parameter, const std::vector<double> &values,
                            double noise, int repetitions = 5);

} // namespace tare
