// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/exact_counts.h"

#include "analyzer/models/exact_fraction.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace tare {
namespace {

constexpr int most_degree = 4;

/// Coefficients by the powers of the parameters.
using WidePolynomial = std::map<std::vector<int>, WideFraction>;

/// Newton's divided differences of as many points as there are values.
std::vector<WideFraction> dividedDifferences(const std::vector<int64_t> &x,
                                             std::vector<WideFraction> values) {
  for (size_t order = 1; order < values.size(); ++order)
    for (size_t i = values.size() - 1; i >= order; --i)
      values[i] = dividedBy(differenceOf(values[i], values[i - 1]), Wide(x[i]) - x[i - order]);
  return values;
}

/// The same as coefficients of x^0, x^1, ...
std::vector<WideFraction> powersOf(const std::vector<int64_t> &x,
                                   const std::vector<WideFraction> &newton) {
  std::vector<WideFraction> powers(newton.size());
  for (size_t i = newton.size(); i-- > 0;) { // Horner: powers = powers * (x - x_i) + newton_i
    for (size_t j = newton.size() - 1; j > 0; --j)
      powers[j] = differenceOf(powers[j - 1], multiplied(powers[j], {x[i], 1, false}));
    powers[0] = differenceOf(newton[i], multiplied(powers[0], {x[i], 1, false}));
  }
  return powers;
}

WideFraction valueAt(const std::vector<WideFraction> &powers, int64_t x) {
  WideFraction value;
  for (size_t i = powers.size(); i-- > 0;)
    value = addedTo(multiplied(value, {x, 1, false}), powers[i]);
  return value;
}

/// Through all points, with the least degree that one point more agrees with; empty: none.
std::vector<WideFraction> throughAll(const std::vector<int64_t> &x,
                                     const std::vector<WideFraction> &values, size_t degree) {
  size_t count = degree + 1;
  std::vector<WideFraction> powers =
      powersOf(x, dividedDifferences(x, {values.begin(), values.begin() + std::ptrdiff_t(count)}));
  for (size_t i = 0; i < x.size(); ++i)
    if (!(valueAt(powers, x[i]) == values[i]))
      return {};
  return powers;
}

WideFraction coefficientOf(const WidePolynomial &polynomial, const std::vector<int> &powers) {
  auto found = polynomial.find(powers);
  return found == polynomial.end() ? WideFraction() : found->second;
}

/// Every coefficient of `parts`, one part for each x, as a polynomial in x of this degree.
std::optional<WidePolynomial> alongLast(const std::vector<int64_t> &x,
                                        const std::vector<WidePolynomial> &parts, size_t degree) {
  std::set<std::vector<int>> keys;
  for (const WidePolynomial &part : parts)
    for (const auto &[powers, coefficient] : part)
      keys.insert(powers);
  WidePolynomial whole;
  for (const std::vector<int> &key : keys) {
    std::vector<WideFraction> values;
    for (const WidePolynomial &part : parts)
      values.push_back(coefficientOf(part, key));
    std::vector<WideFraction> found = throughAll(x, values, degree);
    if (found.empty())
      return std::nullopt;
    for (size_t power = 0; power < found.size(); ++power) {
      std::vector<int> powers = key;
      powers.push_back(static_cast<int>(power));
      whole[powers] = found[power];
    }
  }
  return whole;
}

/// In the first `parameters` of them. For each value of the last parameter there is a polynomial in
/// the others; its coefficients are polynomials in the last parameter.
std::optional<WidePolynomial> interpolated(const std::vector<ExactCount> &points,
                                           size_t parameters) {
  if (parameters == 0) {
    for (const ExactCount &point : points)
      if (point.count != points.front().count)
        return std::nullopt;
    return WidePolynomial{{{}, {points.front().count, 1, false}}};
  }
  std::map<int64_t, std::vector<ExactCount>> groups;
  for (const ExactCount &point : points)
    groups[point.at[parameters - 1]].push_back(point);
  std::vector<int64_t> x;
  std::vector<WidePolynomial> parts;
  for (const auto &[value, group] : groups)
    if (std::optional<WidePolynomial> part = interpolated(group, parameters - 1)) {
      x.push_back(value);
      parts.push_back(std::move(*part));
    }
  for (size_t degree = 0; degree <= most_degree && x.size() >= degree + 2; ++degree)
    if (std::optional<WidePolynomial> whole = alongLast(x, parts, degree))
      return whole;
  return std::nullopt;
}

/// Absent: a coefficient does not fit into 64 bits.
std::optional<ExactPolynomial> narrowed(const std::vector<std::string> &parameters,
                                        const WidePolynomial &wide) {
  ExactPolynomial polynomial{parameters, {}};
  for (const auto &[powers, value] : wide) {
    if (value.is_lost || value.above > INT64_MAX || value.above < -INT64_MAX ||
        value.below > INT64_MAX)
      return std::nullopt;
    if (value.above != 0)
      polynomial.terms.push_back(
          {powers, {static_cast<int64_t>(value.above), static_cast<int64_t>(value.below)}});
  }
  std::ranges::stable_sort(polynomial.terms, std::greater(), [](const ExactMonomial &term) {
    return std::pair(std::accumulate(term.powers.begin(), term.powers.end(), 0), term.powers);
  });
  return polynomial;
}

std::optional<int64_t> valueOf(const ExactPolynomial &polynomial, const std::vector<int64_t> &at) {
  WideFraction value;
  for (const ExactMonomial &term : polynomial.terms) {
    WideFraction product{term.coefficient.above, term.coefficient.below, false};
    for (size_t i = 0; i < at.size(); ++i)
      for (int power = 0; power < term.powers[i]; ++power)
        product = multiplied(product, {at[i], 1, false});
    value = addedTo(value, product);
  }
  if (value.is_lost || value.below != 1 || value.above > INT64_MAX || value.above < -INT64_MAX)
    return std::nullopt;
  return static_cast<int64_t>(value.above);
}

std::string coefficientText(const ExactFraction &value) {
  std::string text = std::to_string(value.above < 0 ? -value.above : value.above);
  return value.below == 1 ? text : text + "/" + std::to_string(value.below);
}

std::string powersText(const ExactPolynomial &polynomial, const ExactMonomial &term) {
  std::string text;
  for (size_t i = 0; i < term.powers.size(); ++i)
    if (term.powers[i] > 0)
      text += (text.empty() ? "" : " ") + polynomial.parameters[i] +
              (term.powers[i] == 1 ? "" : "^" + std::to_string(term.powers[i]));
  return text;
}

/// A polynomial in the parameters of this set of bits alone, which all points are on.
std::optional<ExactPolynomial> polynomialIn(unsigned subset,
                                            const std::vector<std::string> &parameters,
                                            const std::vector<ExactCount> &points) {
  auto isIn = [&](size_t i) { return (subset >> i & 1) != 0; };
  std::vector<ExactCount> fewer;
  for (const ExactCount &point : points) {
    fewer.push_back({{}, point.count});
    for (size_t i = 0; i < parameters.size(); ++i)
      if (isIn(i))
        fewer.back().at.push_back(point.at[i]);
  }
  std::optional<WidePolynomial> found = interpolated(fewer, size_t(std::popcount(subset)));
  if (!found)
    return std::nullopt;
  WidePolynomial whole;
  for (const auto &[powers, coefficient] : *found) {
    std::vector<int> all(parameters.size(), 0);
    for (size_t i = 0, k = 0; i < parameters.size(); ++i)
      if (isIn(i))
        all[i] = powers[k++];
    whole[all] = coefficient;
  }
  std::optional<ExactPolynomial> polynomial = narrowed(parameters, whole);
  bool agrees = polynomial && std::ranges::all_of(points, [&](const ExactCount &point) {
                  return valueOf(*polynomial, point.at) == point.count;
                });
  return agrees ? polynomial : std::nullopt;
}

} // namespace

int ExactPolynomial::degree(const std::string &parameter) const {
  int most = 0;
  for (size_t i = 0; i < parameters.size(); ++i)
    for (const ExactMonomial &term : terms)
      if (parameters[i] == parameter)
        most = std::max(most, term.powers[i]);
  return most;
}

std::optional<int64_t> ExactPolynomial::at(const ModelPoint &point) const {
  std::optional<std::vector<int64_t>> values = wholeValues(point, parameters);
  return values ? valueOf(*this, *values) : std::nullopt;
}

std::string ExactPolynomial::text() const {
  std::string text;
  for (const ExactMonomial &term : terms) {
    const ExactFraction &value = term.coefficient;
    text += text.empty() ? (value.above < 0 ? "-" : "") : value.above < 0 ? " - " : " + ";
    std::string powers = powersText(*this, term);
    bool is_one = value.below == 1 && std::abs(value.above) == 1 && !powers.empty();
    text += is_one ? powers : coefficientText(value) + (powers.empty() ? "" : " " + powers);
  }
  return text.empty() ? "0" : text;
}

std::optional<ExactPolynomial> exactPolynomial(const std::vector<std::string> &parameters,
                                               const std::vector<ExactCount> &points) {
  std::set<std::vector<int64_t>> places;
  for (const ExactCount &point : points)
    places.insert(point.at);
  if (places.size() < 2)
    return std::nullopt;
  std::vector<unsigned> subsets(size_t(1) << parameters.size());
  std::iota(subsets.begin(), subsets.end(), 0U);
  std::ranges::stable_sort(subsets, {}, [](unsigned subset) { return std::popcount(subset); });
  for (unsigned subset : subsets)
    if (auto found = polynomialIn(subset, parameters, points))
      return found;
  return std::nullopt;
}

std::optional<std::vector<int64_t>> wholeValues(const ModelPoint &point,
                                                const std::vector<std::string> &parameters) {
  std::vector<int64_t> values;
  for (const std::string &parameter : parameters) {
    auto found = point.find(parameter);
    std::optional<int64_t> value;
    if (found != point.end())
      value = wholeCount(found->second);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<int64_t> wholeCount(double mean) {
  double nearest = std::round(mean);
  if (!(std::abs(nearest) < 9e15) || std::abs(mean - nearest) > 1e-9 * std::max(1.0, nearest))
    return std::nullopt;
  return static_cast<int64_t>(nearest);
}

} // namespace tare
