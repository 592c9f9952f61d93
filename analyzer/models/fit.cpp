// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/fit.h"

#include "analyzer/models/quantiles.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double unseen_error = 1e-12; // of figures that are 0 everywhere

Eigen::Index index(size_t i) { return static_cast<Eigen::Index>(i); }

/// Columns scaled to length 1, so that N^3 beside 1 costs no digits.
struct WeightedDesign {
  MatrixXd matrix;
  VectorXd values, lengths;
};

std::optional<WeightedDesign> designOf(const WeightedSeries &series,
                                       const std::vector<ModelTerm> &terms) {
  WeightedDesign design{MatrixXd(index(series.size()), index(terms.size())),
                        VectorXd(index(series.size())), VectorXd(index(terms.size()))};
  for (size_t i = 0; i < series.size(); ++i) {
    design.values(index(i)) = series.values[i] / series.errors[i];
    for (size_t j = 0; j < terms.size(); ++j) {
      double value = termAt(terms[j], series.at[i]);
      if (!std::isfinite(value))
        return std::nullopt;
      design.matrix(index(i), index(j)) = value / series.errors[i];
    }
  }
  for (Eigen::Index j = 0; j < design.matrix.cols(); ++j) {
    design.lengths(j) = design.matrix.col(j).norm();
    if (!(design.lengths(j) > 0))
      return std::nullopt;
    design.matrix.col(j) /= design.lengths(j);
  }
  return design;
}

/// Least squares over the columns in `kept`; the others stay 0.
VectorXd solvedFor(const WeightedDesign &design, const std::vector<bool> &kept) {
  std::vector<Eigen::Index> columns;
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j])
      columns.push_back(index(j));
  VectorXd solution = VectorXd::Zero(design.matrix.cols());
  if (columns.empty())
    return solution;
  MatrixXd part(design.matrix.rows(), index(columns.size()));
  for (size_t j = 0; j < columns.size(); ++j)
    part.col(index(j)) = design.matrix.col(columns[j]);
  VectorXd found = part.colPivHouseholderQr().solve(design.values);
  for (size_t j = 0; j < columns.size(); ++j)
    solution(columns[j]) = found(index(j));
  return solution;
}

/// Takes back the step from `from` to `to` up to the first coefficient that becomes negative.
void stepInside(VectorXd &from, const VectorXd &to, std::vector<bool> &kept) {
  double step = 1;
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j] && to(index(j)) <= 0 && from(index(j)) > to(index(j)))
      step = std::min(step, from(index(j)) / (from(index(j)) - to(index(j))));
  from += step * (to - from);
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j] && from(index(j)) <= 1e-14) {
      kept[j] = false;
      from(index(j)) = 0;
    }
}

bool hasNegative(const VectorXd &solution, const std::vector<bool> &kept) {
  for (size_t j = 0; j < kept.size(); ++j)
    if (kept[j] && solution(index(j)) <= 0)
      return true;
  return false;
}

/// Lawson and Hanson's algorithm NNLS; `kept`: the columns that are above 0.
VectorXd notNegative(const WeightedDesign &design, std::vector<bool> &kept) {
  size_t terms = kept.size();
  VectorXd solution = VectorXd::Zero(index(terms));
  for (size_t round = 0; round < 3 * terms + 3; ++round) {
    VectorXd gradient = design.matrix.transpose() * (design.values - design.matrix * solution);
    size_t best = terms;
    for (size_t j = 0; j < terms; ++j)
      if (!kept[j] && gradient(index(j)) > 1e-10 * design.values.norm() &&
          (best == terms || gradient(index(j)) > gradient(index(best))))
        best = j;
    if (best == terms)
      break;
    kept[best] = true;
    VectorXd next = solvedFor(design, kept);
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
  Eigen::ColPivHouseholderQR<MatrixXd> whole(design->matrix);
  whole.setThreshold(1e-6);
  if (whole.rank() < design->matrix.cols())
    return std::nullopt;
  std::vector<bool> kept(terms.size(), series.is_signed);
  VectorXd solution =
      series.is_signed ? VectorXd(whole.solve(design->values)) : notNegative(*design, kept);
  TermFit fit;
  fit.terms = terms;
  MatrixXd covariance = (design->matrix.transpose() * design->matrix).inverse();
  for (size_t i = 0; i < terms.size(); ++i) {
    fit.coefficients.push_back(solution(index(i)) / design->lengths(index(i)));
    for (size_t j = 0; j < terms.size(); ++j)
      fit.covariance.push_back(covariance(index(i), index(j)) / design->lengths(index(i)) /
                               design->lengths(index(j)));
  }
  fit.chi2 = (design->values - design->matrix * solution).squaredNorm();
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
  MatrixXd part(index(points), index(columns.size()));
  for (size_t j = 0; j < columns.size(); ++j)
    part.col(index(j)) = design->matrix.col(index(columns[j]));
  MatrixXd inverse = part.completeOrthogonalDecomposition().pseudoInverse();
  for (size_t j = 0; j < columns.size(); ++j)
    for (size_t i = 0; i < points; ++i)
      fit.weights[columns[j] * points + i] =
          inverse(index(j), index(i)) / series.errors[i] / design->lengths(index(columns[j]));
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
