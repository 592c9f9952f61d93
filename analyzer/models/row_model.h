// SPDX-License-Identifier: Apache-2.0
// The models of one series that its points cannot tell apart, and what they predict.
//
//   series, candidate sets -> [row model] -> predicted table, text, JSON
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/models/candidates.h"
#include "analyzer/models/fit.h"
#include "analyzer/models/refusal.h"

#include <string>
#include <vector>

namespace tare {

/// A point that was left out of the fit, and predicted from the others.
struct HeldOut {
  ModelPoint at;
  double measured = 0;
  Estimate predicted;
  bool inside = false; // the band has the measured figure

  double relativeError() const; // absolute; 0 where nothing was measured
};

struct RowModel {
  std::string name; // of the series
  ModelQuestion question;
  std::string set;           // name of the candidate set that it comes from
  size_t candidates = 0;     // models in it
  std::vector<TermFit> fits; // the chosen one first; then those with a BIC at most 4 above it
  WeightedSeries points;
  std::vector<HeldOut>
      left_out;                 // each point once; sizes at which the rest has too few points: none
  std::vector<HeldOut> largest; // the largest one alone: what users ask for lies beyond the points
  uint64_t data_hash = 0;       // of points, values and repetitions
  double scatter = 0;           // of the sizes beside a smooth curve, where repetitions do not
                                // tell it: a share of the figure, or of T_p; 0: they do

  const TermFit &chosen() const { return fits.front(); }
  std::string formula() const;
  /// "N^3", or "N^2 or N^2 log2(N)" where the data leave it open.
  std::string growth() const;
  /// Whether half of the band at the last point is at most half of the figure. Else noise hides how
  /// the row grows.
  bool isClear() const;
};

/// Thresholds, with their reasons in docs/explanation/models.md.
namespace model_limit {
inline constexpr double bic_of_dependence = 10; // a constant is left for no less
inline constexpr double bic_of_set = 4;         // models that the data cannot tell apart
inline constexpr double lack_of_fit = 0.01;     // probability
inline constexpr double lack_of_fit_with_scatter = 0.05;
inline constexpr double scatter = 0.1; // more is no curve
inline constexpr double reach = 4, reach_of_classes = 2, class_difference = 0.25;
inline constexpr double half_width = 0.5;
} // namespace model_limit

/// Fits the sets in order. Refusals: too-few-points, lack-of-fit.
OrRefused<RowModel> modelOf(const ModelSeries &series, const ModelQuestion &question);

/// The figure and a band of 95 % for one measurement more, over all models of the set. Without a
/// look at how far away `point` is. `scale`: T_p there, 0: not known.
Estimate bandAt(const RowModel &model, const ModelPoint &point, double scale = 0);

/// Why `point` is too far from the points: reach. Absent: it is not.
std::optional<ModelRefusal> reachRefusal(const RowModel &model, const ModelPoint &point);

/// bandAt, or a refusal: reach, wide-band.
OrRefused<Estimate> predictAt(const RowModel &model, const ModelPoint &point, double scale = 0);

/// Standard error of the chosen fit at `point`, without the noise of a new measurement.
double spreadOfSet(const RowModel &model, const ModelPoint &point);

} // namespace tare
