// SPDX-License-Identifier: Apache-2.0
#include "tests/models/simulated_series.h"

#include <cmath>

namespace tare {

Observation simulated(std::mt19937_64 &random, const TruthOf &truth, const ModelPoint &at,
                      double noise, int repetitions) {
  std::normal_distribution<double> gauss;
  std::uniform_real_distribution<double> any;
  Observation made;
  made.at = at;
  for (int i = 0; i < repetitions; ++i) {
    double width = any(random) < 0.2 ? 3 : 1;
    double pushed = any(random) < 1.0 / 12 ? -4 * std::log(1 - any(random)) : 0;
    made.repetitions.push_back(truth(at) *
                               (1 + noise * (width * gauss(random) + std::min(pushed, 20.0))));
  }
  made.value = trimmedMean(made.repetitions);
  return made;
}

ModelSeries simulatedSeries(std::mt19937_64 &random, const TruthOf &truth,
                            const std::string &parameter, const std::vector<double> &values,
                            double noise, int repetitions) {
  ModelSeries series;
  series.name = "simulated";
  for (double value : values)
    series.points.push_back(simulated(random, truth, {{parameter, value}}, noise, repetitions));
  return series;
}

} // namespace tare
