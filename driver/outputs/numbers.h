// SPDX-License-Identifier: Apache-2.0
// When two printed numbers are the same.
#pragma once

#include <optional>
#include <string_view>

namespace tare {

/// How much two numbers with a point or an exponent may differ. Sums of doubles in another order
/// differ by some 1e-16 times the root of their length, so by 1e-12 for 1e8 terms; a lost update of
/// a million is 1e-6 already. Whole numbers do not depend on the order: they must be equal.
inline constexpr double usual_tolerance = 1e-6;

struct NumberMatch {
  enum class Verdict {
    Same,
    Tiny, // they differ, but both are below 1e-11: what rounding leaves of a difference
    Different,
  };
  Verdict verdict = Verdict::Same;
  double difference = 0; // relative to the larger one; 0: equal
};

/// Texts of two numbers, as piecesOf() finds them. Without a `tolerance`: usual_tolerance, or one
/// unit of the last printed digit, where that is at most a hundredth of the number (so "15.78" is
/// "15.79", and "0.1" is not "0.2"), or at most 1e-6 in a number without exponent. With one: that
/// share of the larger, of whole numbers too, and nothing is tiny.
NumberMatch matchNumbers(std::string_view left, std::string_view right,
                         std::optional<double> tolerance);

/// Has a point or an exponent.
bool isFraction(std::string_view number);

} // namespace tare
