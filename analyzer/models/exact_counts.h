// SPDX-License-Identifier: Apache-2.0
// Counts are integers without noise: their polynomial is found exactly, or not at all.
//
//   executions, iterations -> [exact counts] -> degrees of a row, predicted counts, text
#pragma once

#include "analyzer/models/term.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// In lowest terms, `below` > 0.
struct ExactFraction {
  int64_t above = 0, below = 1;

  bool operator==(const ExactFraction &) const = default;
};

/// The highest power of each parameter.
using ParameterDegrees = std::map<std::string, int>;

struct ExactMonomial {
  std::vector<int> powers; // of ExactPolynomial::parameters, in their order
  ExactFraction coefficient;
};

struct ExactPolynomial {
  std::vector<std::string> parameters;
  std::vector<ExactMonomial> terms; // no coefficient is 0; the highest total power first

  int degree(const std::string &parameter) const;
  /// Absent: the point lacks a parameter or has no whole number, or the value overflows or is no
  /// whole number.
  std::optional<int64_t> at(const ModelPoint &point) const;
  /// "1/3 N^3 - 1/2 N^2 + 1/6 N".
  std::string text() const;
};

struct ExactCount {
  std::vector<int64_t> at; // values of the parameters, in their order
  int64_t count = 0;
};

/// The polynomial of least degrees, at most 4 each, that all points are on. A parameter of degree d
/// takes d + 2 different values, so one more than it takes agrees: with several parameters at
/// enough values of all others. Absent: there is none, or two counts differ at one point.
std::optional<ExactPolynomial> exactPolynomial(const std::vector<std::string> &parameters,
                                               const std::vector<ExactCount> &points);

/// Values of the parameters at `point`. Absent: it lacks one, or one is no whole number.
std::optional<std::vector<int64_t>> wholeValues(const ModelPoint &point,
                                                const std::vector<std::string> &parameters);

/// The count that every run had, if a mean over runs is one.
std::optional<int64_t> wholeCount(double mean);

} // namespace tare
