// SPDX-License-Identifier: Apache-2.0
// Exact fractions of 128-bit integers. What does not fit is unknown, and so is all that is computed
// from it: a caller checks once, at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tare::symbolic {

using Wide = __int128;

/// The product or sum. Nothing: it does not fit.
std::optional<Wide> productOf(Wide left, Wide right);
std::optional<Wide> sumOf(Wide left, Wide right);
Wide gcdOf(Wide left, Wide right); // never negative
/// The greatest integer that is not above left / right; right > 0.
Wide floorDivision(Wide left, Wide right);
std::string digitsOf(Wide number);

class Rational {
public:
  Rational(int64_t whole = 0) : numerator_(whole) {}
  /// numerator / denominator in lowest terms. Unknown: the denominator is 0.
  static Rational fraction(Wide numerator, Wide denominator);
  static Rational unknown() { return fraction(0, 0); }

  bool known() const { return denominator_ != 0; }
  bool isZero() const { return known() && numerator_ == 0; }
  bool isWhole() const { return denominator_ == 1; }
  int sign() const { return numerator_ < 0 ? -1 : numerator_ > 0; }
  Wide numerator() const { return numerator_; }
  Wide denominator() const { return denominator_; }

  Rational operator-() const { return fraction(-numerator_, denominator_); }
  double approximately() const { return double(numerator_) / double(denominator_); }
  bool operator==(const Rational &) const = default;
  std::string text() const; // "-3/2", "?" when unknown

private:
  Wide numerator_ = 0;
  Wide denominator_ = 1; // > 0; 0: unknown
};

Rational operator+(const Rational &left, const Rational &right);
Rational operator-(const Rational &left, const Rational &right);
Rational operator*(const Rational &left, const Rational &right);
Rational operator/(const Rational &left, const Rational &right); // by 0: unknown

} // namespace tare::symbolic
