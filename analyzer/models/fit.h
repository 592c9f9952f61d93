// SPDX-License-Identifier: Apache-2.0
// Weighted least squares of a sum of terms, with coefficients that are not negative.
//
//   series, terms -> [fit] -> selection -> bands
#pragma once

#include "analyzer/models/series.h"

#include <optional>
#include <vector>

namespace tare {

/// A series with the standard error of each point: weights are 1 / error^2.
struct WeightedSeries {
  std::vector<ModelPoint> at;
  std::vector<double> values, errors, scales;
  SeriesNoise noise;
  bool is_signed = false;

  size_t size() const { return at.size(); }
};

WeightedSeries weighted(const ModelSeries &series);
/// Without point `left_out`.
WeightedSeries without(const WeightedSeries &series, size_t left_out);

struct TermFit {
  std::vector<ModelTerm> terms;
  std::vector<double> coefficients;
  /// Of the coefficients where none is held at 0, terms x terms by rows: a dropped term is still
  /// one that is not known.
  std::vector<double> covariance;
  double chi2 = 0;    // sum of squared residuals over errors
  double freedom = 0; // points - terms
  double bic = 0;     // chi2 + terms ln points; without repetitions: points ln(chi2 / points) + ...
  double lack = 1;    // probability of so large a chi2 beside the pure error; 1: no repetitions
  /// Its coefficients are sums over the points' values: weights[term * points + point]. Empty until
  /// tellWeights.
  std::vector<double> weights;
};

/// Least squares with coefficients >= 0 (Lawson and Hanson: Solving Least Squares Problems,
/// chapter 23), or of any sign where the series is signed. Nothing: fewer points than terms + 1, a
/// term that is not defined at a point, or terms that the points cannot tell apart.
std::optional<TermFit> fitTerms(const WeightedSeries &series, const std::vector<ModelTerm> &terms);

/// Fills in `weights`.
void tellWeights(const WeightedSeries &series, TermFit &fit);

double fittedAt(const TermFit &fit, const ModelPoint &point);
/// Standard error of fittedAt, from the errors of the points.
double fitErrorAt(const TermFit &fit, const ModelPoint &point);
/// The weight of one point's figure in fittedAt: the same in every repetition.
double weightAt(const TermFit &fit, const ModelPoint &point, size_t observation);

} // namespace tare
