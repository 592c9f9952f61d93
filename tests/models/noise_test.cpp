// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/series.h"
#include "catch.hpp"

#include <cmath>

using namespace tare;

TEST_CASE(
    "results of one size that differ by more than their repetitions are as uncertain as that") {
  ModelSeries series;
  auto add = [&](double size, double value) {
    Observation point;
    point.at = {{"N", size}};
    point.value = value;
    point.repetitions = {0.999 * value, value, 1.001 * value};
    series.points.push_back(point);
  };
  add(100, 1);
  add(200, 2);
  SeriesNoise alone = noiseOf(series);
  add(100, 1.1);
  add(200, 1.8);
  SeriesNoise with = noiseOf(series);
  CHECK(alone.size < 0.002);
  CHECK(with.size == Approx(std::sqrt((0.005 / (1.05 * 1.05) + 0.02 / (1.9 * 1.9)) / 2)));
  CHECK(with.freedom == 2);
}
