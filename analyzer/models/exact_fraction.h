// SPDX-License-Identifier: Apache-2.0
// Rational arithmetic in 128 bits that knows when a value was too large for it.
//
//   counts -> [exact fraction] -> exact counts
#pragma once

namespace tare {

__extension__ typedef __int128 Wide;

/// Always in lowest terms with `below` > 0, unless it is lost.
struct WideFraction {
  Wide above = 0, below = 1;
  bool is_lost = false; // the value did not fit; every result of a lost one is lost

  bool operator==(const WideFraction &) const = default;
};

WideFraction addedTo(const WideFraction &a, const WideFraction &b);
WideFraction differenceOf(const WideFraction &a, const WideFraction &b);
WideFraction multiplied(const WideFraction &a, const WideFraction &b);
/// a / divisor; `divisor` is not 0.
WideFraction dividedBy(const WideFraction &a, Wide divisor);

} // namespace tare
