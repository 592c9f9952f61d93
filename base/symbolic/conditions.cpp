// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/conditions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tare::symbolic {

namespace {

constexpr size_t most_rows = 64;    // of an elimination; beyond that the answer is "not known"
constexpr size_t most_columns = 16; // monomials

/// Coefficients of the monomials, and the constant last; their sum must be >= 0.
using Row = std::vector<int64_t>;

/// Divides by what the coefficients have in common, and rounds the constant down. False: it is
/// impossible.
bool tighten(Row &row) {
  Wide common = 0;
  for (size_t i = 0; i + 1 < row.size(); ++i)
    common = gcdOf(common, row[i]);
  if (common == 0)
    return row.back() >= 0;
  for (size_t i = 0; i + 1 < row.size() && common > 1; ++i)
    row[i] /= int64_t(common);
  row.back() = int64_t(floorDivision(row.back(), common));
  return true;
}

bool isTrivial(const Row &row) {
  return row.back() >= 0 &&
         std::all_of(row.begin(), row.end() - 1, [](int64_t value) { return value == 0; });
}

/// The sum of two rows in which the column vanishes. Nothing: a number is too large.
std::optional<Row> combined(const Row &positive, const Row &negative, size_t column) {
  int64_t a = positive[column], b = negative[column];
  if (b == INT64_MIN)
    return std::nullopt;
  Row row(positive.size());
  for (size_t i = 0; i < row.size(); ++i) {
    Wide sum = Wide(positive[i]) * -b + Wide(negative[i]) * a;
    row[i] = int64_t(sum);
    if (Wide(row[i]) != sum)
      return std::nullopt;
  }
  return row;
}

/// Fourier and Motzkin: whether rows that must all be >= 0 contradict each other.
class Elimination {
public:
  explicit Elimination(const Conditions &conditions) : conditions_(conditions) {
    for (const Polynomial &condition : conditions)
      add(condition);
    for (size_t i = 0; i < floors_.size() && i < most_columns;
         ++i) // those in floors are found here
      addFloor(floors_[i]);
  }

  bool contradicts() {
    if (contradiction_ || too_large_ || columns_.size() > most_columns)
      return contradiction_;
    for (Row &row : rows_)
      row.insert(row.end() - 1, columns_.size() + 1 - row.size(), 0);
    for (size_t left = columns_.size(); left > 0 && !contradiction_ && !too_large_; --left)
      eliminate(cheapest());
    return contradiction_;
  }

private:
  void add(const Polynomial &condition) {
    Row row(columns_.size() + 1, 0);
    for (const Term &term : condition.terms()) {
      Wide value = term.coefficient.numerator();
      if (!term.coefficient.isWhole() || Wide(int64_t(value)) != value)
        return; // less is known without it, nothing wrong
      if (term.monomial.empty())
        row.back() = int64_t(value);
      else
        set(row, columnOf(term.monomial), int64_t(value));
    }
    if (!tighten(row))
      contradiction_ = true;
    else if (!isTrivial(row))
      rows_.push_back(std::move(row));
    too_large_ = too_large_ || rows_.size() > most_rows;
  }

  static void set(Row &row, size_t column, int64_t value) {
    if (row.size() <= column + 1)
      row.insert(row.end() - 1, column + 2 - row.size(), 0);
    row[column] = value;
  }

  size_t columnOf(const Monomial &monomial) {
    auto [found, is_new] = columns_.try_emplace(monomial, columns_.size());
    if (is_new && monomial.size() == 1 && monomial.front().second == 1 &&
        quotientOf(monomial.front().first))
      floors_.push_back(monomial.front().first);
    return found->second;
  }

  /// floor * d <= numerator < (floor + 1) * d. It implies d >= 1, so for a d that is no constant it
  /// is used only where that is said.
  void addFloor(Variable variable) {
    const Quotient &quotient = *quotientOf(variable);
    if (!quotient.denominator.isConstant() &&
        std::ranges::find(conditions_, quotient.denominator - 1) == conditions_.end())
      return;
    Polynomial below = quotient.numerator - quotient.denominator * Polynomial::of(variable);
    add(below);
    add(quotient.denominator - 1 - below);
  }

  /// The column whose elimination makes fewest rows.
  size_t cheapest() const {
    size_t best = 0, least = SIZE_MAX;
    for (size_t column = 0; column < columns_.size(); ++column) {
      size_t up = 0, down = 0;
      for (const Row &row : rows_) {
        up += row[column] > 0;
        down += row[column] < 0;
      }
      if (up + down > 0 && up * down < least) {
        least = up * down;
        best = column;
      }
    }
    return best;
  }

  void eliminate(size_t column) {
    std::vector<Row> kept;
    for (const Row &row : rows_)
      if (row[column] == 0)
        kept.push_back(row);
    for (const Row &up : rows_)
      for (const Row &down : rows_) {
        if (up[column] <= 0 || down[column] >= 0)
          continue;
        std::optional<Row> row = combined(up, down, column);
        if (!row)
          continue; // less is known without it
        if (!tighten(*row)) {
          contradiction_ = true;
          return;
        }
        if (!isTrivial(*row) && std::ranges::find(kept, *row) == kept.end())
          kept.push_back(std::move(*row));
      }
    rows_ = std::move(kept);
    too_large_ = rows_.size() > most_rows;
  }

  const Conditions &conditions_;
  std::map<Monomial, size_t> columns_;
  std::vector<Variable> floors_;
  std::vector<Row> rows_;
  bool contradiction_ = false, too_large_ = false;
};

/// The only term with a floor, if it is that floor or minus it, divided by a constant. Null: there
/// is none, or there are more.
const Term *onlyFloor(const Polynomial &condition) {
  const Term *only = nullptr;
  for (const Term &term : condition.terms())
    for (const auto &[variable, exponent] : term.monomial) {
      const Quotient *quotient = quotientOf(variable);
      if (!quotient)
        continue;
      bool alone = term.monomial.size() == 1 && exponent == 1 && term.coefficient.isWhole() &&
                   (term.coefficient == Rational(1) || term.coefficient == Rational(-1));
      if (only || !alone || !quotient->denominator.isConstant())
        return nullptr;
      only = &term;
    }
  return only;
}

/// floor(p/d) + r >= 0 becomes p + d*r >= 0; r - floor(p/d) >= 0 becomes d*r + d - 1 - p >= 0.
Polynomial withoutFloor(const Polynomial &condition, const Term &floor) {
  Variable variable = floor.monomial.front().first;
  const Quotient &quotient = *quotientOf(variable);
  const Polynomial &divisor = quotient.denominator;
  Polynomial rest = condition - scaled(Polynomial::of(variable), floor.coefficient);
  return floor.coefficient.sign() > 0 ? quotient.numerator + divisor * rest
                                      : divisor * rest + divisor - 1 - quotient.numerator;
}

} // namespace

Polynomial asCondition(const Polynomial &polynomial) {
  Wide denominator = commonDenominator(polynomial);
  if (denominator == 0)
    return Rational::unknown();
  Polynomial whole = scaled(polynomial, Rational::fraction(denominator, 1));
  if (const Term *floor = onlyFloor(whole))
    return asCondition(withoutFloor(whole, *floor));
  Wide common = contentOf(whole);
  if (common <= 1)
    return whole;
  Rational constant = Rational::fraction(floorDivision(whole.constant().numerator(), common), 1);
  Polynomial lowest = scaled(whole - whole.constant(), Rational::fraction(1, common)) + constant;
  const Term *floor = onlyFloor(lowest);
  return floor ? asCondition(withoutFloor(lowest, *floor)) : lowest;
}

Polynomial emptyOrMore(const Polynomial &lower, const Polynomial &upper) {
  Polynomial length = upper - lower;
  const Term *floor = onlyFloor(length);
  return floor ? withoutFloor(length, *floor) + 1 : length + 1;
}

Polynomial opposite(const Polynomial &condition) { return asCondition(-condition - 1); }

namespace {

/// A sum of squares.
bool isNeverNegative(const Polynomial &polynomial) {
  return std::ranges::all_of(polynomial.terms(), [](const Term &term) {
    return term.coefficient.sign() > 0 &&
           std::ranges::all_of(term.monomial,
                               [](const auto &factor) { return factor.second % 2 == 0; });
  });
}

} // namespace

bool addCondition(Conditions &to, const Polynomial &polynomial) {
  Polynomial condition = asCondition(polynomial);
  if (isNeverNegative(condition))
    return true;
  if (condition.isConstant() && condition.known())
    return condition.constant().sign() >= 0;
  Polynomial rest = condition - condition.constant();
  for (Polynomial &known : to) {
    if (known - known.constant() != rest)
      continue;
    if ((condition.constant() - known.constant()).sign() < 0)
      known = condition;
    return true;
  }
  to.push_back(std::move(condition));
  return true;
}

namespace {

/// Also those in floors.
void addVariables(const Polynomial &polynomial, std::set<Variable> &into) {
  for (Variable variable : polynomial.variables())
    if (into.insert(variable).second)
      if (const Quotient *quotient = quotientOf(variable)) {
        addVariables(quotient->numerator, into);
        addVariables(quotient->denominator, into);
      }
}

/// Conditions that say something of the same variables as the first one, also by way of others, and
/// that one. What is known of others has no part in a contradiction. They leave `conditions`.
Conditions takeGroup(std::vector<const Polynomial *> &conditions) {
  std::vector<std::set<Variable>> variables(conditions.size());
  for (size_t i = 0; i < conditions.size(); ++i)
    addVariables(*conditions[i], variables[i]);
  Conditions group = {*conditions[0]};
  std::set<Variable> joined = variables[0];
  conditions[0] = nullptr;
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < conditions.size(); ++i) {
      if (!conditions[i] || std::ranges::none_of(variables[i], [&](Variable variable) {
            return joined.count(variable) > 0;
          }))
        continue;
      group.push_back(*conditions[i]);
      joined.merge(variables[i]);
      conditions[i] = nullptr;
      grows = true;
    }
  }
  std::erase(conditions, nullptr);
  return group;
}

} // namespace

bool areImpossible(const Conditions &conditions) {
  std::vector<const Polynomial *> left;
  for (const Polynomial &condition : conditions)
    left.push_back(&condition);
  while (!left.empty()) {
    Conditions group = takeGroup(left);
    if (Elimination(group).contradicts())
      return true;
  }
  return false;
}

bool follows(const Polynomial &condition, const Conditions &from) {
  if (condition.isConstant())
    return condition.known() && condition.constant().sign() >= 0;
  for (const Polynomial &known : from) {
    Polynomial difference = condition - known;
    if (difference.isConstant() && difference.known() && difference.constant().sign() >= 0)
      return true;
  }
  Polynomial contrary = opposite(condition);
  std::vector<const Polynomial *> all = {&contrary};
  for (const Polynomial &known : from)
    all.push_back(&known);
  Conditions group = takeGroup(all);
  return Elimination(group).contradicts();
}

bool reduceConditions(Conditions &conditions, const Conditions &known) {
  Conditions all = known;
  all.insert(all.end(), conditions.begin(), conditions.end());
  if (areImpossible(all))
    return false;
  for (size_t i = conditions.size(); i-- > 0;) {
    Conditions rest = known;
    for (size_t j = 0; j < conditions.size(); ++j)
      if (j != i)
        rest.push_back(conditions[j]);
    if (follows(conditions[i], rest))
      conditions.erase(conditions.begin() + ptrdiff_t(i));
  }
  return true;
}

} // namespace tare::symbolic
