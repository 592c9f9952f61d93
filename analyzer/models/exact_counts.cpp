// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/exact_counts.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr int most_degree = 4;
__extension__ typedef __int128 Wide;

Wide commonDivisor(Wide a, Wide b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0)
    a = std::exchange(b, a % b);
  return a == 0 ? 1 : a;
}

/// A fraction that knows when it was too large for 128 bits.
struct WideFraction {
  Wide above = 0, below = 1;
  bool is_lost = false;

  void reduce() {
    Wide divisor = commonDivisor(above, below);
    above /= divisor;
    below /= divisor;
    if (below < 0) {
      above = -above;
      below = -below;
    }
  }
};

WideFraction plus(const WideFraction &a, const WideFraction &b, int sign) {
  WideFraction sum;
  Wide left = 0, right = 0;
  sum.is_lost = a.is_lost || b.is_lost || __builtin_mul_overflow(a.above, b.below, &left) ||
                __builtin_mul_overflow(b.above * sign, a.below, &right) ||
                __builtin_add_overflow(left, right, &sum.above) ||
                __builtin_mul_overflow(a.below, b.below, &sum.below);
  if (!sum.is_lost)
    sum.reduce();
  return sum;
}

WideFraction times(const WideFraction &a, Wide above, Wide below) {
  WideFraction product;
  product.is_lost = a.is_lost || __builtin_mul_overflow(a.above, above, &product.above) ||
                    __builtin_mul_overflow(a.below, below, &product.below);
  if (!product.is_lost)
    product.reduce();
  return product;
}

/// Newton's divided differences of the first degree + 1 points; the last one is the coefficient of
/// the highest power.
std::vector<WideFraction> dividedDifferences(const std::vector<std::pair<int64_t, int64_t>> &points,
                                             size_t count) {
  std::vector<WideFraction> table;
  for (size_t i = 0; i < count; ++i)
    table.push_back({points[i].second, 1, false});
  for (size_t order = 1; order < count; ++order)
    for (size_t i = count - 1; i >= order; --i)
      table[i] = times(plus(table[i], table[i - 1], -1), 1,
                       Wide(points[i].first) - points[i - order].first);
  return table;
}

std::vector<WideFraction> powersOf(const std::vector<std::pair<int64_t, int64_t>> &points,
                                   const std::vector<WideFraction> &newton) {
  std::vector<WideFraction> powers(newton.size());
  for (size_t i = newton.size(); i-- > 0;) { // Horner: powers = powers * (x - x_i) + newton_i
    for (size_t j = newton.size() - 1; j > 0; --j)
      powers[j] = plus(powers[j - 1], times(powers[j], points[i].first, 1), -1);
    powers[0] = plus(newton[i], times(powers[0], points[i].first, 1), -1);
  }
  return powers;
}

std::optional<ExactPolynomial> narrowed(const std::vector<WideFraction> &powers) {
  ExactPolynomial polynomial;
  for (const WideFraction &power : powers) {
    if (power.is_lost || power.above > INT64_MAX || power.above < -INT64_MAX ||
        power.below > INT64_MAX)
      return std::nullopt;
    polynomial.coefficients.push_back(
        {static_cast<int64_t>(power.above), static_cast<int64_t>(power.below)});
  }
  while (!polynomial.coefficients.empty() && polynomial.coefficients.back().above == 0)
    polynomial.coefficients.pop_back();
  return polynomial;
}

std::string coefficientText(const ExactFraction &value) {
  std::string text = std::to_string(value.above < 0 ? -value.above : value.above);
  return value.below == 1 ? text : text + "/" + std::to_string(value.below);
}

} // namespace

std::optional<int64_t> ExactPolynomial::at(int64_t x) const {
  WideFraction value;
  for (size_t i = coefficients.size(); i-- > 0;)
    value = plus(times(value, x, 1), {coefficients[i].above, coefficients[i].below, false}, 1);
  if (value.is_lost || value.below != 1 || value.above > INT64_MAX || value.above < -INT64_MAX)
    return std::nullopt;
  return static_cast<int64_t>(value.above);
}

std::string ExactPolynomial::text(const std::string &parameter) const {
  std::string text;
  for (size_t i = coefficients.size(); i-- > 0;) {
    const ExactFraction &value = coefficients[i];
    if (value.above == 0)
      continue;
    text += text.empty() ? (value.above < 0 ? "-" : "") : value.above < 0 ? " - " : " + ";
    bool is_one = value.below == 1 && std::abs(value.above) == 1 && i > 0;
    std::string power = i == 0 ? "" : i == 1 ? parameter : parameter + "^" + std::to_string(i);
    text += is_one ? power : coefficientText(value) + (power.empty() ? "" : " " + power);
  }
  return text.empty() ? "0" : text;
}

std::optional<ExactPolynomial> exactPolynomial(std::vector<std::pair<int64_t, int64_t>> points) {
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  for (size_t i = 1; i < points.size(); ++i)
    if (points[i].first == points[i - 1].first)
      return std::nullopt;
  for (int degree = 0; degree <= most_degree; ++degree) {
    auto count = static_cast<size_t>(degree) + 1;
    if (points.size() < count + 1)
      return std::nullopt;
    std::optional<ExactPolynomial> found =
        narrowed(powersOf(points, dividedDifferences(points, count)));
    if (!found)
      continue;
    bool agrees = std::ranges::all_of(
        points, [&](auto &point) { return found->at(point.first) == point.second; });
    if (agrees)
      return found;
  }
  return std::nullopt;
}

std::optional<int64_t> wholeCount(double mean) {
  double nearest = std::round(mean);
  if (!(std::abs(nearest) < 9e15) || std::abs(mean - nearest) > 1e-9 * std::max(1.0, nearest))
    return std::nullopt;
  return static_cast<int64_t>(nearest);
}

} // namespace tare
