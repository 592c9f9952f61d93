// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/exact_fraction.h"

#include <utility>

namespace tare {
namespace {

Wide commonDivisor(Wide a, Wide b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0)
    a = std::exchange(b, a % b);
  return a == 0 ? 1 : a;
}

WideFraction reduced(WideFraction value) {
  if (value.is_lost)
    return value;
  Wide divisor = commonDivisor(value.above, value.below);
  if (value.below < 0)
    divisor = -divisor;
  return {value.above / divisor, value.below / divisor, false};
}

WideFraction sumOf(const WideFraction &a, const WideFraction &b, int sign) {
  WideFraction sum;
  Wide left = 0, right = 0;
  sum.is_lost = a.is_lost || b.is_lost || __builtin_mul_overflow(a.above, b.below, &left) ||
                __builtin_mul_overflow(b.above * sign, a.below, &right) ||
                __builtin_add_overflow(left, right, &sum.above) ||
                __builtin_mul_overflow(a.below, b.below, &sum.below);
  return reduced(sum);
}

} // namespace

WideFraction addedTo(const WideFraction &a, const WideFraction &b) { return sumOf(a, b, 1); }

WideFraction differenceOf(const WideFraction &a, const WideFraction &b) { return sumOf(a, b, -1); }

WideFraction multiplied(const WideFraction &a, const WideFraction &b) {
  WideFraction product;
  product.is_lost = a.is_lost || b.is_lost ||
                    __builtin_mul_overflow(a.above, b.above, &product.above) ||
                    __builtin_mul_overflow(a.below, b.below, &product.below);
  return reduced(product);
}

WideFraction dividedBy(const WideFraction &a, Wide divisor) {
  WideFraction quotient = a;
  quotient.is_lost = a.is_lost || __builtin_mul_overflow(a.below, divisor, &quotient.below);
  return reduced(quotient);
}

} // namespace tare
