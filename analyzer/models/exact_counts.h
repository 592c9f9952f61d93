// SPDX-License-Identifier: Apache-2.0
// Counts are integers without noise: their polynomial is found exactly, or not at all.
//
//   executions, iterations -> [exact counts] -> degree of a row, text
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tare {

/// In lowest terms, `below` > 0.
struct ExactFraction {
  int64_t above = 0, below = 1;

  bool operator==(const ExactFraction &) const = default;
};

struct ExactPolynomial {
  std::vector<ExactFraction> coefficients; // of x^0, x^1, ...; the last one is not 0

  int degree() const {
    return coefficients.empty() ? 0 : static_cast<int>(coefficients.size()) - 1;
  }
  /// Absent: it overflows, or is no whole number.
  std::optional<int64_t> at(int64_t x) const;
  /// "1/3 N^3 - 1/2 N^2 + 1/6 N".
  std::string text(const std::string &parameter) const;
};

/// Of points (x, count), the polynomial of least degree d, at most 4, that all of them are on: at
/// least d + 2 with different x, so one point more than it takes agrees. Rational arithmetic in 128
/// bits. Absent: there is none, or two counts differ at one x.
std::optional<ExactPolynomial> exactPolynomial(std::vector<std::pair<int64_t, int64_t>> points);

/// Whether a mean over runs is a count that every run had.
std::optional<int64_t> wholeCount(double mean);

} // namespace tare
