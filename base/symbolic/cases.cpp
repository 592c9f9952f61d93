// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/cases.h"

#include <algorithm>

namespace tare::symbolic {

namespace {

constexpr size_t most_cases = 24;

} // namespace

/// False: there are too many.
bool CaseArithmetic::add(Cases &to, const Conditions &where, const Polynomial &value) const {
  Conditions all;
  for (const Polynomial &condition : where)
    if (!addCondition(all, condition))
      return true;
  if (!reduceConditions(all, known_))
    return true;
  to.push_back({std::move(all), value});
  return to.size() <= most_cases;
}

template <class Each>
CaseArithmetic::MaybeCases CaseArithmetic::pairs(const Cases &left, const Cases &right,
                                                 const Each &each) const {
  Cases result;
  for (const Piece &a : left)
    for (const Piece &b : right) {
      Conditions where = a.where;
      where.insert(where.end(), b.where.begin(), b.where.end());
      if (!each(result, where, a.value, b.value))
        return std::nullopt;
    }
  return result;
}

CaseArithmetic::MaybeCases CaseArithmetic::sum(const Cases &left, const Cases &right) const {
  return pairs(left, right, [&](Cases &to, const Conditions &where, const auto &a, const auto &b) {
    return add(to, where, a + b);
  });
}

CaseArithmetic::MaybeCases CaseArithmetic::difference(const Cases &left, const Cases &right) const {
  return pairs(left, right, [&](Cases &to, const Conditions &where, const auto &a, const auto &b) {
    return add(to, where, a - b);
  });
}

CaseArithmetic::MaybeCases CaseArithmetic::product(const Cases &left, const Cases &right) const {
  return pairs(left, right, [&](Cases &to, const Conditions &where, const auto &a, const auto &b) {
    return add(to, where, a * b);
  });
}

template <class NotNegative, class Negative>
CaseArithmetic::MaybeCases CaseArithmetic::bySign(const Cases &cases,
                                                  const NotNegative &not_negative,
                                                  const Negative &negative) const {
  Cases result;
  for (const Piece &piece : cases) {
    Conditions from_zero = piece.where, below = piece.where;
    from_zero.push_back(piece.value);
    below.push_back(-piece.value - 1);
    if (!add(result, from_zero, not_negative(piece.value)) ||
        !add(result, below, negative(piece.value)))
      return std::nullopt;
  }
  return result;
}

CaseArithmetic::MaybeCases CaseArithmetic::quotient(const Cases &left,
                                                    const Polynomial &divisor) const {
  if (!follows(divisor - 1, known_))
    return std::nullopt;
  return bySign(
      left, [&](const Polynomial &value) { return floorOf(value, divisor); },
      [&](const Polynomial &value) { return -floorOf(-value, divisor); });
}

CaseArithmetic::MaybeCases CaseArithmetic::remainder(const Cases &left,
                                                     const Polynomial &divisor) const {
  if (!follows(divisor - 1, known_))
    return std::nullopt;
  return bySign(
      left, [&](const Polynomial &value) { return value - floorOf(value, divisor) * divisor; },
      [&](const Polynomial &value) { return value + floorOf(-value, divisor) * divisor; });
}

CaseArithmetic::MaybeCases CaseArithmetic::isLess(const Cases &left, const Cases &right) const {
  return pairs(left, right, [&](Cases &to, Conditions where, const auto &a, const auto &b) {
    where.push_back(b - a - 1);
    bool fits = add(to, where, 1);
    where.back() = a - b;
    return add(to, where, 0) && fits;
  });
}

CaseArithmetic::MaybeCases CaseArithmetic::isEqual(const Cases &left, const Cases &right) const {
  return pairs(left, right, [&](Cases &to, Conditions where, const auto &a, const auto &b) {
    where.push_back(b - a - 1);
    bool fits = add(to, where, 0);
    where.back() = a - b - 1;
    fits = add(to, where, 0) && fits;
    where.back() = a - b;
    where.push_back(b - a);
    return add(to, where, 1) && fits;
  });
}

CaseArithmetic::MaybeCases CaseArithmetic::negation(const Cases &condition) const {
  return difference(casesOf(1), condition);
}

CaseArithmetic::MaybeCases CaseArithmetic::conjunction(const Cases &left,
                                                       const Cases &right) const {
  return product(left, right);
}

CaseArithmetic::MaybeCases CaseArithmetic::truth(const Cases &value) const {
  bool is_truth = std::ranges::all_of(value, [](const Piece &piece) {
    return piece.value == Polynomial(0) || piece.value == Polynomial(1);
  });
  if (is_truth)
    return value;
  MaybeCases zero = isEqual(value, casesOf(0));
  return zero ? negation(*zero) : zero;
}

CaseArithmetic::MaybeCases CaseArithmetic::choice(const Cases &condition, const Cases &left,
                                                  const Cases &right) const {
  Cases result;
  for (const Piece &piece : condition) {
    const Cases &chosen = piece.value.isZero() ? right : left;
    for (const Piece &value : chosen) {
      Conditions where = piece.where;
      where.insert(where.end(), value.where.begin(), value.where.end());
      if (!add(result, where, value.value))
        return std::nullopt;
    }
  }
  return result;
}

CaseArithmetic::MaybeCases CaseArithmetic::minimum(const Cases &left, const Cases &right) const {
  MaybeCases less = isLess(left, right);
  return less ? choice(*less, left, right) : less;
}

CaseArithmetic::MaybeCases CaseArithmetic::maximum(const Cases &left, const Cases &right) const {
  MaybeCases less = isLess(left, right);
  return less ? choice(*less, right, left) : less;
}

std::vector<Conditions> whereItIs(const Cases &condition, int value) {
  std::vector<Conditions> all;
  for (const Piece &piece : condition)
    if (piece.value == Polynomial(value))
      all.push_back(piece.where);
  return all;
}

} // namespace tare::symbolic
