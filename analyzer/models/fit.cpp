// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/fit.h"

#include "analyzer/models/quantiles.h"

#include "base/least_squares.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Vector = std::vector<double>;

constexpr double unseen_error = 1e-12; // of figures that are 0 everywhere

double innerProduct(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Columns scaled to length 1, so that N^3 beside 1 costs no digits.
struct WeightedDesign {
  std::vector<Vector> columns;
  Vector values, lengths;
};

std::optional<WeightedDesign> designOf(const WeightedSeries &series,
                                       const std::vector<ModelTerm> &terms) {
  WeightedDesign design{{terms.size(), Vector(series.size())}, {}, {}};
  for (size_t i = 0; i < series.size(); ++i) {
    design.values.push_back(series.values[i] / series.errors[i]);
    for (size_t j = 0; j < terms.size(); ++j) {
      double value = termAt(terms[j], series.at[i]);
      if (!std::isfinite(value))
        return std::nullopt;
      design.columns[j][i] = value / series.errors[i];
    }
  }
  for (Vector &column : design.columns) {
    double length = std::sqrt(innerProduct(column, column));
    if (!(length > 0))
      return std::nullopt;
    design.lengths.push_back(length);
    for (double &value : column)
      value /= length;
  }
  return design;
}

/// What is left of the values.
Vector leftBy(const WeightedDesign &design, const Vector &solution) {
  Vector left = design.values;
  for (size_t j = 0; j < solution.size(); ++j)
    for (size_t i = 0; i < left.size(); ++i)
      left[i] -= design.columns[j][i] * solution[j];
  return left;
}

std::vector<Vector> partOf(const WeightedDesign &design, const std::vector<size_t> &columns) {
  std::vector<Vector> part;
  for (size_t j : columns)
    part.push_back(design.columns[j]);
  return part;
}

/// Least squares over the columns in `kept`; the others stay 0.
Vector solvedFor(const WeightedDesign &design, const std::vector<bool> &kept) {
  std::vector<size_t> columns;
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j])
      columns.push_back(j);
  Vector solution(kept.size(), 0);
  if (columns.empty())
    return solution;
  Vector found = LeastSquares(partOf(design, columns)).solve(design.values);
  for (size_t j = 0; j < columns.size(); ++j)
    solution[columns[j]] = found[j];
  return solution;
}

/// Takes back the step from `from` to `to` up to the first coefficient that becomes negative.
void stepInside(Vector &from, const Vector &to, std::vector<bool> &kept) {
  double step = 1;
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j] && to[j] <= 0 && from[j] > to[j])
      step = std::min(step, from[j] / (from[j] - to[j]));
  for (size_t j = 0; j < kept.size(); ++j) {
    from[j] += step * (to[j] - from[j]);
    if (kept[j] && from[j] <= 1e-14) {
      kept[j] = false;
      from[j] = 0;
    }
  }
}

bool hasNegative(const Vector &solution, const std::vector<bool> &kept) {
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j] && solution[j] <= 0)
      return true;
  return false;
}

/// Lawson and Hanson's algorithm NNLS; `kept`: the columns that are above 0.
Vector notNegative(const WeightedDesign &design, std::vector<bool> &kept) {
  size_t terms = kept.size();
  Vector solution(terms, 0);
  const double enough = 1e-10 * std::sqrt(innerProduct(design.values, design.values));
  for (size_t round = 0; round < 3 * terms + 3; ++round) {
    const Vector left = leftBy(design, solution);
    size_t best = terms;
    double steepest = enough;
    for (size_t j = 0; j < terms; ++j)
      if (double gradient = innerProduct(design.columns[j], left);
          !kept[j] && gradient > steepest) {
        best = j;
        steepest = gradient;
      }
    if (best == terms)
      break;
    kept[best] = true;
    Vector next = solvedFor(design, kept);
    for (size_t inner = 0; inner < terms && hasNegative(next, kept); ++inner) {
      stepInside(solution, next, kept);
      next = solvedFor(design, kept);
    }
    solution = next;
  }
  return solution;
}

void judge(const WeightedSeries &series, TermFit &fit) {
  auto points = static_cast<double>(series.size()), terms = static_cast<double>(fit.terms.size());
  fit.freedom = points - terms;
  if (series.noise.freedom > 0) {
    fit.bic = fit.chi2 + terms * std::log(points);
    fit.lack = upperTailOfF(fit.chi2 / fit.freedom, fit.freedom, series.noise.freedom);
  } else {
    fit.bic = points * std::log(std::max(fit.chi2 / points, 1e-12)) + terms * std::log(points);
  }
}

} // namespace

WeightedSeries weighted(const ModelSeries &series) {
  WeightedSeries made;
  made.noise = noiseOf(series);
  made.is_signed = series.is_signed;
  for (const Observation &point : series.points) {
    made.at.push_back(point.at);
    made.values.push_back(point.value);
    made.scales.push_back(point.scale);
    made.errors.push_back(errorOf(made.noise, point));
  }
  // A figure of 0 has no error of its own; it is as well known as the smallest one that has.
  double least = 0;
  for (size_t i = 0; i < made.size(); ++i)
    if (made.errors[i] > 1e-200 && (least == 0 || made.errors[i] < least))
      least = made.errors[i];
  for (double &error : made.errors)
    error = std::max(error, least > 0 ? least : unseen_error);
  return made;
}

WeightedSeries without(const WeightedSeries &series, size_t left_out) {
  WeightedSeries rest = series;
  auto at = static_cast<std::ptrdiff_t>(left_out);
  rest.at.erase(rest.at.begin() + at);
  rest.values.erase(rest.values.begin() + at);
  rest.errors.erase(rest.errors.begin() + at);
  rest.scales.erase(rest.scales.begin() + at);
  return rest;
}

std::optional<TermFit> fitTerms(const WeightedSeries &series, const std::vector<ModelTerm> &terms) {
  if (series.size() < terms.size() + 1)
    return std::nullopt;
  std::optional<WeightedDesign> design = designOf(series, terms);
  if (!design)
    return std::nullopt;
  LeastSquares whole(design->columns);
  if (!whole.isIndependent(1e-6))
    return std::nullopt;
  std::vector<bool> kept(terms.size(), series.is_signed);
  const Vector solution =
      series.is_signed ? whole.solve(design->values) : notNegative(*design, kept);
  TermFit fit;
  fit.terms = terms;
  fit.covariance = whole.covariance();
  for (size_t i = 0; i < terms.size(); ++i) {
    fit.coefficients.push_back(solution[i] / design->lengths[i]);
    for (size_t j = 0; j < terms.size(); ++j)
      fit.covariance[i * terms.size() + j] /= design->lengths[i] * design->lengths[j];
  }
  const Vector left = leftBy(*design, solution);
  fit.chi2 = innerProduct(left, left);
  judge(series, fit);
  return fit;
}

void tellWeights(const WeightedSeries &series, TermFit &fit) {
  size_t points = series.size(), terms = fit.terms.size();
  fit.weights.assign(terms * points, 0);
  std::vector<size_t> columns;
  for (size_t j = 0; j < terms; ++j)
    if (fit.coefficients[j] != 0)
      columns.push_back(j);
  std::optional<WeightedDesign> design = designOf(series, fit.terms);
  if (columns.empty() || !design)
    return;
  LeastSquares part(partOf(*design, columns));
  for (size_t i = 0; i < points; ++i) {
    Vector unit(points, 0);
    unit[i] = 1;
    const Vector weights = part.solve(std::move(unit)); // a column of the pseudo-inverse
    for (size_t j = 0; j < columns.size(); ++j)
      fit.weights[columns[j] * points + i] =
          weights[j] / series.errors[i] / design->lengths[columns[j]];
  }
}

double fittedAt(const TermFit &fit, const ModelPoint &point) {
  double value = 0;
  for (size_t j = 0; j < fit.terms.size(); ++j)
    if (fit.coefficients[j] != 0)
      value += fit.coefficients[j] * termAt(fit.terms[j], point);
  return value;
}

double fitErrorAt(const TermFit &fit, const ModelPoint &point) {
  std::vector<double> row;
  for (const ModelTerm &term : fit.terms)
    row.push_back(termAt(term, point));
  double variance = 0;
  for (size_t i = 0; i < row.size(); ++i)
    for (size_t j = 0; j < row.size(); ++j)
      variance += row[i] * fit.covariance[i * row.size() + j] * row[j];
  return std::sqrt(std::max(0.0, variance));
}

double weightAt(const TermFit &fit, const ModelPoint &point, size_t observation) {
  size_t points = fit.terms.empty() ? 0 : fit.weights.size() / fit.terms.size();
  double weight = 0;
  for (size_t j = 0; j < fit.terms.size(); ++j)
    if (double value = fit.weights[j * points + observation]; value != 0)
      weight += value * termAt(fit.terms[j], point);
  return weight;
}

} // namespace tare
