// SPDX-License-Identifier: Apache-2.0
// Which elements of an array a piece of code touches, at most: boxes of whole numbers. Their
// dimensions are found in subscripts such as i*n + j, where the sizes are symbols.
#pragma once

#include "base/result.h"
#include "base/symbolic/formula.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// Numbers from .. to, both included.
struct SubscriptBox {
  symbolic::Polynomial low, high;
  bool operator==(const SubscriptBox &) const = default;
};

/// One dimension of what is touched. An address is a sum over all dimensions of (unit*number +
/// offset)*stride: different numbers are different elements, or the same ones at worst.
struct TouchedDimension {
  SubscriptBox numbers;
  symbolic::Polynomial stride = 1, offset = 0;
  int64_t unit = 1;
  std::optional<symbolic::Polynomial>
      extent; // that the array's type has, where it is one subscript

  bool isLike(const TouchedDimension &other) const {
    return stride == other.stride && offset == other.offset && unit == other.unit;
  }
  bool operator==(const TouchedDimension &) const = default;
};

/// Elements of an array that are touched together.
struct TouchedBox {
  std::vector<TouchedDimension> dimensions;
  symbolic::Conditions known; // what holds where they are touched
  std::string unknown;        // why the box is not known; empty: it is
  bool counted = false;       // not known, but each access may touch an element of its own
  std::string members;        // of an element that is a struct
};

/// The dimensions of a subscript that depends on loops' counters: i*n + j has two. `of_loops`: the
/// counters. `known`: what holds of them.
///
/// After T. Grosser, J. Ramanujam, L.-N. Pouchet, P. Sadayappan, S. Pop, "Optimistic
/// delinearization of parametrically sized arrays", ICS 2015: terms are put together by the product
/// of symbols that they have. It is not checked that the numbers stay below their size: elements
/// may then be counted twice, and none is left out.
std::vector<TouchedDimension> dimensionsOf(const symbolic::Polynomial &subscript,
                                           const std::set<symbolic::Variable> &of_loops,
                                           const symbolic::Conditions &known);

/// Boxes of all accesses of one sort.
class TouchedBoxes {
public:
  void add(const TouchedBox &box);
  void add(const TouchedBoxes &other);
  /// Replaces a counter by its extreme values. Without these, what depends on it is unknown:
  /// `reason`, or `counted`.
  void widen(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
             const symbolic::Conditions &known, const std::string &reason, bool counted);
  /// Elements at most, each once. Error: why they are not known.
  Result<symbolic::Formula> elements(const symbolic::Conditions &known) const;
  bool isCounted() const { return boxes_.front().counted; }

private:
  std::vector<TouchedBox> boxes_; // one, if it is unknown
};

/// Whether it holds somewhere only: else there is nothing to simplify.
bool hasConditions(const symbolic::Formula &formula);

/// What holds of a loop, and of an access in it: put together if it is asked for.
class KnownThere {
public:
  KnownThere(const symbolic::Conditions &of_loop, const symbolic::Conditions &of_access)
      : of_loop_(of_loop), of_access_(of_access) {}
  const symbolic::Conditions &all();

private:
  const symbolic::Conditions &of_loop_, &of_access_;
  std::optional<symbolic::Conditions> all_;
};

/// The least and the greatest value while a variable is between its extremes. False: it is not
/// linear in it, or nobody knows whether it grows.
bool widenBound(symbolic::Polynomial &bound, symbolic::Variable variable,
                const SubscriptBox &extremes, KnownThere &known, bool upwards);

} // namespace tare
