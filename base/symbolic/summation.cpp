// SPDX-License-Identifier: Apache-2.0
// One piece at a time. Floors that depend on the variable go first: where it is period*t + r, for
// each r, they are linear in t. Then the conditions are bounds from below and above. Where it is
// not known which is the tightest, there is a piece for each that may be.
#include "base/symbolic/summation.h"

#include "base/symbolic/formula_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tare::symbolic {

namespace {

constexpr int64_t longest_period = 64;
constexpr size_t fewest_pieces = 100; // that are simplified before the end
constexpr size_t most_pieces = 300;   // of a sum
constexpr int highest_power = 16;

/// S of Faulhaber: coefficients of the polynomial whose value at x is the sum of i^k for i < x.
const std::vector<Rational> &sumOfPowers(size_t k) {
  static std::vector<std::vector<Rational>> known;
  while (known.size() <= k) {
    size_t order = known.size();
    std::vector<Rational> sum(order + 2);
    sum[order + 1] = 1; // x^(k+1) = sum of C(k+1, j) S_j(x) for j = 0 .. k
    Rational choose = 1;
    for (size_t j = 0; j < order; ++j) {
      for (size_t i = 0; i < known[j].size(); ++i)
        sum[i] = sum[i] - choose * known[j][i];
      choose = choose * Rational(int64_t(order + 1 - j)) / Rational(int64_t(j + 1));
    }
    for (Rational &each : sum)
      each = each / Rational(int64_t(order + 1));
    known.push_back(std::move(sum));
  }
  return known[k];
}

/// The sum of the terms with these coefficients, for values below `end`.
Polynomial sumBelow(const std::vector<Polynomial> &powers, const Polynomial &end) {
  Polynomial total;
  for (size_t k = 0; k < powers.size(); ++k) {
    if (powers[k].isZero())
      continue;
    const std::vector<Rational> &sum = sumOfPowers(k);
    Polynomial value; // Horner
    for (size_t i = sum.size(); i-- > 0;)
      value = value * end + sum[i];
    total = total + powers[k] * value;
  }
  return total;
}

/// After how many steps of the variable all floors have grown by whole polynomials. 0: never.
Wide periodOf(const Polynomial &polynomial, Variable variable) {
  Wide period = 1;
  for (Variable each : polynomial.variables()) {
    const Quotient *quotient = quotientOf(each);
    if (!quotient || !Polynomial::of(each).dependsOn(variable))
      continue;
    Wide inner = quotient->denominator.isConstant() ? periodOf(quotient->numerator, variable) : 0;
    if (inner == 0 || inner > longest_period)
      return 0;
    Wide own = inner * quotient->denominator.constant().numerator();
    if (own > longest_period)
      return 0;
    period = period / gcdOf(period, own) * own;
    if (period > longest_period)
      return 0;
  }
  return period;
}

class Summation {
public:
  Summation(Variable variable, const Conditions &known) : variable_(variable), known_(known) {}

  Result<void> add(const Conditions &where, const Polynomial &value) {
    Wide period = periodOf(value, variable_);
    for (const Polynomial &condition : where) {
      Wide own = periodOf(condition, variable_);
      period = own == 0 || period == 0 ? 0 : period / gcdOf(period, own) * own;
    }
    if (period == 0 || period > longest_period)
      return Error{"a quotient of it by more than " + std::to_string(longest_period) +
                   ", or by no constant, is in a bound"};
    if (period > 1)
      return addByRemainders(where, value, int64_t(period));
    return addBounds(where, value);
  }

  Formula take() { return std::move(sum_); }

private:
  Result<void> addByRemainders(const Conditions &where, const Polynomial &value, int64_t period) {
    Variable outer = std::exchange(variable_, newVariable(""));
    for (int64_t remainder = 0; remainder < period; ++remainder) {
      Polynomial instead = Polynomial(period) * Polynomial::of(variable_) + Polynomial(remainder);
      Conditions conditions;
      bool possible = true;
      for (const Polynomial &condition : where)
        possible = addCondition(conditions, substituted(condition, outer, instead)) && possible;
      if (possible) {
        TARE_DO(addBounds(conditions, substituted(value, outer, instead)));
      }
    }
    variable_ = outer;
    return {};
  }

  /// Sorts the conditions into bounds of the variable and those without it.
  Result<void> addBounds(const Conditions &where, const Polynomial &value) {
    Conditions others;
    std::vector<const Polynomial *> bounds;
    for (const Polynomial &condition : where) {
      if (condition.dependsOn(variable_))
        bounds.push_back(&condition);
      else if (!addCondition(others, condition))
        return {};
    }
    Conditions known = known_;
    known.insert(known.end(), others.begin(), others.end());
    for (const Polynomial *bound : bounds)
      if (std::optional<Polynomial> factor = factorOfUnknownSign(*bound, where, known))
        return addBySign(*factor, *bound, where, value);
    std::vector<Polynomial> lower, upper;
    for (const Polynomial *bound : bounds)
      TARE_DO(addBound(*bound, where, known, lower, upper));
    if (lower.empty() || upper.empty())
      return Error{"it has no bound on one side"};
    keepTightest(lower, known);
    for (Polynomial &bound : upper)
      bound = -bound;
    keepTightest(upper, known);
    for (Polynomial &bound : upper)
      bound = -bound;
    return addCases(others, lower, upper, value);
  }

  bool isLinear(const std::vector<Polynomial> &powers) const {
    return powers.size() == 2 && std::ranges::none_of(powers, [&](const Polynomial &each) {
             return each.dependsOn(variable_);
           });
  }

  /// The factor in condition = factor * variable + rest, if nobody knows whether it is a bound from
  /// below or from above.
  std::optional<Polynomial> factorOfUnknownSign(const Polynomial &condition,
                                                const Conditions &where,
                                                const Conditions &known) const {
    std::vector<Polynomial> powers = condition.powersOf(variable_);
    if (!isLinear(powers) || follows(powers[1] - 1, known) || follows(-powers[1] - 1, known) ||
        holdsAnyway(condition, where, known))
      return std::nullopt;
    return powers[1];
  }

  Result<void> addBySign(const Polynomial &factor, const Polynomial &condition,
                         const Conditions &where, const Polynomial &value) {
    for (const Polynomial &sign : {factor - 1, -factor - 1}) {
      Conditions conditions = where;
      if (addCondition(conditions, sign)) {
        TARE_DO(addBounds(conditions, value));
      }
    }
    Conditions without;
    bool possible = addCondition(without, factor) && addCondition(without, -factor);
    for (const Polynomial &each : where)
      possible = possible &&
                 addCondition(without, each == condition ? condition.powersOf(variable_)[0] : each);
    return possible ? addBounds(without, value) : Result<void>();
  }

  /// Whether a condition follows from the others.
  static bool holdsAnyway(const Polynomial &condition, const Conditions &where,
                          const Conditions &known) {
    Conditions others = known;
    for (const Polynomial &each : where)
      if (each != condition)
        others.push_back(each);
    return follows(condition, others);
  }

  /// condition = factor * variable + rest.
  Result<void> addBound(const Polynomial &condition, const Conditions &where,
                        const Conditions &known, std::vector<Polynomial> &lower,
                        std::vector<Polynomial> &upper) const {
    std::vector<Polynomial> powers = condition.powersOf(variable_);
    if (isLinear(powers)) {
      const Polynomial &factor = powers[1], &rest = powers[0];
      if (follows(factor - 1, known)) {
        lower.push_back(-floorOf(rest, factor));
        return {};
      }
      if (follows(-factor - 1, known)) {
        upper.push_back(floorOf(rest, -factor));
        return {};
      }
    }
    if (holdsAnyway(condition, where, known))
      return {};
    return Error{"the condition " + formulaText(condition) + " >= 0 is not linear in it"};
  }

  /// Of bounds from below, takes out those that are never above another one.
  static void keepTightest(std::vector<Polynomial> &bounds, const Conditions &known) {
    for (size_t i = bounds.size(); i-- > 0;)
      for (size_t j = 0; j < bounds.size(); ++j)
        if (i != j && follows(bounds[j] - bounds[i], known)) {
          bounds.erase(bounds.begin() + ptrdiff_t(i));
          break;
        }
  }

  /// Conditions under which bound `i` from below is the first of the greatest ones.
  static bool isGreatest(size_t i, const std::vector<Polynomial> &bounds, Conditions &conditions) {
    for (size_t j = 0; j < bounds.size(); ++j)
      if (j != i && !addCondition(conditions, bounds[i] - bounds[j] - Polynomial(j < i ? 1 : 0)))
        return false;
    return true;
  }

  static bool isLeast(size_t i, const std::vector<Polynomial> &bounds, Conditions &conditions) {
    for (size_t j = 0; j < bounds.size(); ++j)
      if (j != i && !addCondition(conditions, bounds[j] - bounds[i] - Polynomial(j < i ? 1 : 0)))
        return false;
    return true;
  }

  Result<void> addCases(const Conditions &others, const std::vector<Polynomial> &lower,
                        const std::vector<Polynomial> &upper, const Polynomial &value) {
    std::vector<Polynomial> powers = value.powersOf(variable_);
    if (powers.size() > size_t(highest_power))
      return Error{"a power above " + std::to_string(highest_power) + " of it is summed"};
    for (size_t i = 0; i < lower.size(); ++i)
      for (size_t j = 0; j < upper.size(); ++j) {
        Conditions where = others;
        if (isGreatest(i, lower, where) && isLeast(j, upper, where) &&
            addCondition(where, emptyOrMore(lower[i], upper[j])))
          sum_ += Formula(where, sumBelow(powers, upper[j] + 1) - sumBelow(powers, lower[i]));
        if (sum_.pieces().size() > next_simplified_) {
          sum_ = simplified(sum_, known_);
          next_simplified_ = 2 * sum_.pieces().size() + fewest_pieces;
        }
        if (sum_.pieces().size() > most_pieces)
          return Error{"it has more than " + std::to_string(most_pieces) + " cases"};
      }
    return {};
  }

  Variable variable_;
  const Conditions &known_;
  Formula sum_;
  size_t next_simplified_ = fewest_pieces; // number of pieces
};

} // namespace

Result<Formula> sumOver(Variable variable, const Conditions &range, const Formula &formula,
                        const Conditions &known) {
  Summation summation(variable, known);
  for (const Piece &piece : formula.pieces()) {
    Conditions where;
    bool possible = true;
    for (const Conditions *conditions : {&piece.where, &range})
      for (const Polynomial &condition : *conditions)
        possible = addCondition(where, condition) && possible;
    if (possible) {
      TARE_DO(summation.add(where, piece.value));
    }
  }
  Formula sum = simplified(summation.take(), known);
  if (!sum.known())
    return Error{"its numbers need more than 128 bits"};
  return sum;
}

CountedLoop countedLoop(const std::string &name, const Polynomial &first, const Polynomial &last,
                        const Polynomial &step, bool down) {
  CountedLoop loop;
  loop.variable = newVariable(name);
  Polynomial variable = Polynomial::of(loop.variable);
  if (step == Polynomial(1)) {
    loop.counter = variable;
    loop.range = {down ? first - variable : variable - first,
                  down ? variable - last : last - variable};
    return loop;
  }
  loop.counter = down ? first - step * variable : first + step * variable;
  loop.range = {variable, down ? loop.counter - last : last - loop.counter};
  return loop;
}

} // namespace tare::symbolic
