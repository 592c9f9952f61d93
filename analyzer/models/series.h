// SPDX-License-Identifier: Apache-2.0
// One figure at several sizes and numbers of threads, with its repetitions, and how well it is
// known.
//
//   ledgers -> rows -> [series] -> fit
#pragma once

#include "analyzer/models/term.h"

#include <string>
#include <vector>

namespace tare {

struct Observation {
  ModelPoint at;
  double value = 0;                // trimmed mean, seconds (or a count)
  std::vector<double> repetitions; // the same in each repetition; empty: not known
  double scale = 0;                // T_p there, which noise may go with; 0: `value` itself
};

struct ModelSeries {
  std::string name; // for messages
  std::vector<Observation> points;
  bool is_signed = false; // its figures, and coefficients, may be negative
};

/// The error of a series as its repetitions show it: pure error, pooled over its points.
///   R.R. Wilcox: Introduction to Robust Estimation and Hypothesis Testing, section 3.3.3 (Yuen)
struct SeriesNoise {
  enum class Law { Own, Whole, Constant } law = Law::Own; // goes with the value, T_p, or nothing
  double size = 0;         // standard error of a point: times the value or T_p, or in its unit
  double freedom = 0;      // degrees of freedom of `size`; 0: no repetitions, only relative weights
  bool of_results = false; // results of one point differ by it, and by more than their repetitions
  bool is_scatter = false; // between sizes, by neighbours: the residuals of a fit tell it as well
};

/// The mean without the lowest and the highest fifth.
double trimmedMean(std::vector<double> values);
/// Its standard error, by the winsorised variance. `freedom`: of it; 0 and an error of 0: fewer
/// than two values.
double trimmedError(std::vector<double> values, double &freedom);

/// Of three laws the one under which the points' errors differ least, in the logarithm. Where
/// points were measured several times, what these results differ by counts if it is more.
SeriesNoise noiseOf(const ModelSeries &series);

/// Standard error of a figure of this size, where T_p is `scale`. At least 0.3 % of the figure:
/// runs differ by as much where their repetitions do not.
double errorAt(const SeriesNoise &noise, double value, double scale);

/// Standard error of one point: errorAt, moderated by what the point's own repetitions say. So a
/// disturbed point counts less.
///   G.K. Smyth: Linear models and empirical Bayes methods, Stat. Appl. Genet. Mol. Biol. 3 (2004)
double errorOf(const SeriesNoise &noise, const Observation &point);

/// Different points, by all their parameters.
size_t distinctPoints(const ModelSeries &series);
/// Different values of one parameter, ascending.
std::vector<double> valuesOf(const ModelSeries &series, const std::string &parameter);

} // namespace tare
