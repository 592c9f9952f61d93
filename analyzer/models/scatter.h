// SPDX-License-Identifier: Apache-2.0
// How far sizes lie beside a smooth curve by more than their repetitions tell: caches, alignment,
// and tiles make real programs uneven in their size.
//
//   weighted series -> [scatter] -> a second fit, with wider errors
#pragma once

#include "analyzer/models/fit.h"

#include <optional>
#include <string>

namespace tare {

/// Variance from the differences to a line through both neighbours, over the logarithm of the size:
/// of the logarithm of a figure above 0, else of its share of T_p. A power of the size is such a
/// line, and no family of models is assumed.
///   T. Gasser, L. Sroka, C. Jennen-Steinmetz: Residual variance and residual pattern in nonlinear
///   regression, Biometrika 73 (1986), equation 2.1
struct SizeScatter {
  SeriesNoise noise;     // as a standard error of one size; Law::Own or Law::Whole
  ModelPoint worst;      // the size farthest from its neighbours
  double worst_step = 0; // how far: its figure over the line's, or the difference in shares of T_p
};

/// Nothing: fewer than six sizes, another parameter varies, or neither figures nor T_p are above 0.
std::optional<SizeScatter> scatterOf(const WeightedSeries &series, const std::string &size);

/// Of the sizes around a fit whose form the user asserts: what lies beside it is scatter then.
/// Shares of the fitted figure. Nothing: fewer than two degrees of freedom, or a figure that is not
/// above 0.
std::optional<SizeScatter> scatterAround(const WeightedSeries &series, const TermFit &fit,
                                         const std::string &size);

/// The series with the scatter in its errors and as its noise.
WeightedSeries withScatter(const WeightedSeries &series, const SizeScatter &scatter);

} // namespace tare
