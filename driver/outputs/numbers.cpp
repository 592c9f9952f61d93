// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace tare {
namespace {

constexpr double tiny = 1e-11;
constexpr double coarsest_unit = 0.01;     // of the number
constexpr double finest_fixed_unit = 1e-6; // what "%f" prints
constexpr double slack = 1 + 1e-9;         // a decimal difference is no exact double
constexpr std::string_view exponent_letters = "eEdD";

double valueOf(std::string_view number) {
  std::string text(number);
  std::ranges::replace(text, 'd', 'e'); // Fortran's
  std::ranges::replace(text, 'D', 'e');
  return std::strtod(text.c_str(), nullptr);
}

/// Without a plus sign and leading zeros.
std::string_view wholeDigits(std::string_view number) {
  if (number.starts_with('+'))
    number.remove_prefix(1);
  while (number.size() > 1 && number.front() == '0')
    number.remove_prefix(1);
  return number;
}

/// One unit of the last printed digit.
double unitOf(std::string_view number) {
  size_t letter = std::min(number.find_first_of(exponent_letters), number.size());
  size_t point = number.find('.');
  double decimals = point < letter ? static_cast<double>(letter - point - 1) : 0;
  double exponent =
      letter < number.size() ? std::atof(std::string(number.substr(letter + 1)).c_str()) : 0;
  return std::pow(10, exponent - decimals);
}

bool hasExponent(std::string_view number) {
  return number.find_first_of(exponent_letters) != std::string_view::npos;
}

/// Whether `apart` is no more than the last printed digit may be off by.
bool isLastDigit(std::string_view left, std::string_view right, double apart, double larger) {
  double unit = std::max(unitOf(left), unitOf(right));
  bool fixed = !hasExponent(left) && !hasExponent(right);
  bool counts = unit <= coarsest_unit * larger || (fixed && unit <= finest_fixed_unit * slack);
  return counts && apart <= unit * slack;
}

} // namespace

bool isFraction(std::string_view number) {
  return number.find('.') != std::string_view::npos || hasExponent(number);
}

NumberMatch matchNumbers(std::string_view left, std::string_view right,
                         std::optional<double> tolerance) {
  using Verdict = NumberMatch::Verdict;
  if (left == right)
    return {};
  double a = valueOf(left), b = valueOf(right);
  bool whole = !isFraction(left) && !isFraction(right);
  bool is_equal = a == b && (!whole || a == 0 || wholeDigits(left) == wholeDigits(right));
  if (is_equal)
    return {};
  if (whole && !tolerance)
    return {Verdict::Different, 0};
  if (a == b) // whole numbers beyond what a double can tell apart
    return {};
  double apart = std::fabs(a - b), larger = std::max(std::fabs(a), std::fabs(b));
  NumberMatch match{Verdict::Different, std::min(apart / larger, 2.0)};
  if (!std::isfinite(larger))
    return match;
  bool near = apart <= tolerance.value_or(usual_tolerance) * larger;
  if (near || (!tolerance && isLastDigit(left, right, apart, larger)))
    match.verdict = Verdict::Same;
  else if (!tolerance && larger < tiny)
    match.verdict = Verdict::Tiny;
  return match;
}

} // namespace tare
