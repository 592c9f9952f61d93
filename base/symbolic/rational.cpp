// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/rational.h"

#include <algorithm>
#include <utility>

namespace tare::symbolic {

namespace {

constexpr Wide largest = Wide(~static_cast<unsigned __int128>(0) >> 1);

bool isNarrow(Wide number) { return number == Wide(int64_t(number)); }

Wide magnitude(Wide number) { return number < 0 ? -number : number; }

} // namespace

// The compilers' own checks of 128-bit products need a library that not every one links.
std::optional<Wide> productOf(Wide left, Wide right) {
  if (isNarrow(left) && isNarrow(right))
    return left * right;
  if (left == -largest - 1 || right == -largest - 1)
    return std::nullopt;
  if (right != 0 && magnitude(left) > largest / magnitude(right))
    return std::nullopt;
  return left * right;
}

std::optional<Wide> sumOf(Wide left, Wide right) {
  if (isNarrow(left) && isNarrow(right))
    return left + right;
  bool over = right > 0 ? left > largest - right : left < -largest - right;
  return over ? std::nullopt : std::optional<Wide>(left + right);
}

Wide gcdOf(Wide left, Wide right) {
  if (isNarrow(left) && isNarrow(right)) {
    auto a = int64_t(left), b = int64_t(right);
    while (b != 0)
      a = std::exchange(b, b == -1 ? 0 : a % b);
    return magnitude(a);
  }
  while (right != 0)
    left = std::exchange(right, right == -1 ? 0 : left % right);
  return magnitude(left);
}

Wide floorDivision(Wide left, Wide right) {
  Wide quotient = left / right;
  return left % right < 0 ? quotient - 1 : quotient;
}

std::string digitsOf(Wide number) {
  std::string digits;
  for (Wide rest = number; rest != 0 || digits.empty(); rest /= 10)
    digits += char('0' + int(rest % 10 < 0 ? -(rest % 10) : rest % 10));
  if (number < 0)
    digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

Rational Rational::fraction(Wide numerator, Wide denominator) {
  Rational made;
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Wide common = denominator == 1 ? 1 : gcdOf(numerator, denominator);
  made.numerator_ = denominator == 0 ? 0 : numerator / common;
  made.denominator_ = denominator == 0 ? 0 : denominator / common;
  return made;
}

std::string Rational::text() const {
  if (!known())
    return "?";
  return digitsOf(numerator_) + (isWhole() ? "" : "/" + digitsOf(denominator_));
}

Rational operator+(const Rational &left, const Rational &right) {
  if (left.isWhole() && right.isWhole()) {
    auto sum = sumOf(left.numerator(), right.numerator());
    return sum ? Rational::fraction(*sum, 1) : Rational::unknown();
  }
  auto first = productOf(left.numerator(), right.denominator());
  auto second = productOf(right.numerator(), left.denominator());
  auto denominator = productOf(left.denominator(), right.denominator());
  auto sum = first && second ? sumOf(*first, *second) : std::nullopt;
  return sum && denominator ? Rational::fraction(*sum, *denominator) : Rational::unknown();
}

Rational operator-(const Rational &left, const Rational &right) { return left + -right; }

Rational operator*(const Rational &left, const Rational &right) {
  auto numerator = productOf(left.numerator(), right.numerator());
  auto denominator = productOf(left.denominator(), right.denominator());
  return numerator && denominator ? Rational::fraction(*numerator, *denominator)
                                  : Rational::unknown();
}

Rational operator/(const Rational &left, const Rational &right) {
  if (!left.known() || !right.known() || right.isZero())
    return Rational::unknown();
  return left * Rational::fraction(right.denominator(), right.numerator());
}

} // namespace tare::symbolic
