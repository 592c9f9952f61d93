// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/touches.h"

#include <algorithm>
#include <numeric>

namespace tare {

using symbolic::Conditions;
using symbolic::Formula;
using symbolic::Monomial;
using symbolic::Polynomial;
using symbolic::Rational;
using symbolic::Term;
using symbolic::Variable;

namespace {

constexpr size_t most_boxes = 24; // of one sort, that nobody can join
constexpr int nearest = 16;       // numbers between neighbours; others count for themselves

/// Terms of a subscript that have the same symbols.
struct StridedTerms {
  Monomial symbols;
  Polynomial numbers; // of counters
};

Polynomial productOf(const Monomial &monomial) {
  Polynomial product = 1;
  for (auto [variable, exponent] : monomial)
    product = product * power(Polynomial::of(variable), exponent);
  return product;
}

/// The rest of a monomial behind all factors of another. Nothing: it does not have them.
std::optional<Monomial> quotientOf(const Monomial &monomial, const Monomial &divisor) {
  Monomial rest;
  size_t found = 0;
  for (auto [variable, exponent] : monomial) {
    auto same = std::ranges::find(divisor, variable, &std::pair<Variable, int>::first);
    int left = exponent;
    if (same != divisor.end()) {
      left -= same->second;
      ++found;
    }
    if (left < 0)
      return std::nullopt;
    if (left > 0)
      rest.emplace_back(variable, left);
  }
  return found == divisor.size() ? std::optional(rest) : std::nullopt;
}

int degreeOf(const Monomial &monomial) {
  int degree = 0;
  for (auto [variable, exponent] : monomial)
    degree += exponent;
  return degree;
}

/// unit*number + offset: the greatest unit, with an offset of rests below it.
TouchedDimension dimensionOf(const Polynomial &numbers, const std::set<Variable> &of_loops) {
  TouchedDimension dimension;
  dimension.numbers = {numbers, numbers};
  int64_t unit = 0;
  for (const Term &term : numbers.terms()) {
    if (!term.coefficient.isWhole() ||
        term.coefficient.numerator() != int64_t(term.coefficient.numerator()))
      return dimension;
    bool moves = std::ranges::any_of(
        term.monomial, [&](const auto &factor) { return of_loops.count(factor.first) > 0; });
    if (moves)
      unit = std::gcd(unit, int64_t(term.coefficient.numerator()));
  }
  if (unit < 2)
    return dimension;
  Polynomial quotient, rest;
  for (const Term &term : numbers.terms()) {
    symbolic::Wide whole = symbolic::floorDivision(term.coefficient.numerator(), unit);
    Polynomial product = productOf(term.monomial);
    quotient = quotient + scaled(product, Rational::fraction(whole, 1));
    rest = rest + scaled(product, term.coefficient - Rational::fraction(whole * unit, 1));
  }
  dimension.unit = unit;
  dimension.offset = rest;
  dimension.numbers = {quotient, quotient};
  return dimension;
}

/// 100*i + j, where j is known to be below 100, has two dimensions.
void splitByNumbers(TouchedDimension dimension, const std::set<Variable> &of_loops,
                    const Conditions &known, std::vector<TouchedDimension> &into) {
  Polynomial numbers = dimension.numbers.low;
  int64_t greatest = 0;
  for (const Term &term : numbers.terms())
    if (term.coefficient.isWhole() && !term.monomial.empty())
      greatest = std::max(greatest, std::abs(int64_t(term.coefficient.numerator())));
  Polynomial outer, inner;
  for (const Term &term : numbers.terms()) {
    Polynomial product = scaled(productOf(term.monomial), term.coefficient);
    bool is_outer = !term.monomial.empty() && (term.coefficient == Rational(greatest) ||
                                               term.coefficient == Rational(-greatest));
    (is_outer ? outer : inner) = (is_outer ? outer : inner) + product;
  }
  Polynomial below = inner - inner.constant();
  if (greatest < 2 || outer.isZero() || below.isZero() || !follows(below, known) ||
      !follows(Polynomial(greatest - 1) - below, known)) {
    into.push_back(dimension);
    return;
  }
  symbolic::Wide constant = inner.constant().isWhole() ? inner.constant().numerator() : 0;
  symbolic::Wide of_outer = symbolic::floorDivision(constant + greatest / 2, greatest);
  outer = scaled(outer, Rational::fraction(1, greatest)) + Rational::fraction(of_outer, 1);
  inner = inner - Rational::fraction(of_outer * greatest, 1);
  TouchedDimension outermost = dimensionOf(outer, of_loops);
  outermost.stride = dimension.stride * Polynomial(greatest);
  into.push_back(outermost);
  TouchedDimension rest = dimensionOf(inner, of_loops);
  rest.stride = dimension.stride;
  splitByNumbers(rest, of_loops, known, into);
}

} // namespace

bool hasConditions(const Formula &formula) {
  return std::ranges::any_of(formula.pieces(),
                             [](const symbolic::Piece &piece) { return !piece.where.empty(); });
}

std::vector<TouchedDimension> dimensionsOf(const Polynomial &subscript,
                                           const std::set<Variable> &of_loops,
                                           const Conditions &known) {
  TouchedDimension whole;
  whole.numbers = {subscript, subscript};
  for (Variable variable : subscript.variables()) // a quotient of counters
    for (Variable counter : of_loops)
      if (variable != counter && Polynomial::of(variable).dependsOn(counter))
        return {whole};
  std::vector<StridedTerms> groups;
  auto groupOf = [&](const Monomial &symbols) -> StridedTerms & {
    auto same = std::ranges::find(groups, symbols, &StridedTerms::symbols);
    if (same == groups.end())
      same = groups.insert(groups.end(), {symbols, 0});
    return *same;
  };
  std::vector<const Term *> constants;
  for (const Term &term : subscript.terms()) {
    Monomial symbols, counters;
    for (const auto &factor : term.monomial)
      (of_loops.count(factor.first) ? counters : symbols).push_back(factor);
    if (counters.empty())
      constants.push_back(&term);
    else
      groupOf(symbols).numbers =
          groupOf(symbols).numbers + scaled(productOf(counters), term.coefficient);
  }
  std::ranges::stable_sort(groups, [](const StridedTerms &a, const StridedTerms &b) {
    return degreeOf(a.symbols) > degreeOf(b.symbols);
  });
  if (groups.empty() || !groups.back().symbols.empty())
    groups.push_back({{}, 0});
  for (const Term *term : constants)
    for (StridedTerms &group : groups)
      if (auto rest = quotientOf(term->monomial, group.symbols)) {
        group.numbers = group.numbers + scaled(productOf(*rest), term->coefficient);
        break;
      }
  std::vector<TouchedDimension> dimensions;
  for (const StridedTerms &group : groups) {
    TouchedDimension dimension = dimensionOf(group.numbers, of_loops);
    dimension.stride = productOf(group.symbols);
    if (dimension.unit == 1)
      splitByNumbers(dimension, of_loops, known, dimensions);
    else
      dimensions.push_back(dimension);
  }
  return dimensions;
}

const Conditions &KnownThere::all() {
  if (!all_) {
    all_ = of_loop_;
    for (const Polynomial &condition : of_access_)
      addCondition(*all_, condition);
  }
  return *all_;
}

bool widenBound(Polynomial &bound, Variable variable, const SubscriptBox &extremes,
                KnownThere &known, bool upwards) {
  if (!bound.dependsOn(variable))
    return true;
  std::vector<Polynomial> powers = bound.powersOf(variable);
  if (powers.size() != 2 || powers[0].dependsOn(variable) || powers[1].dependsOn(variable))
    return false;
  const Polynomial &factor = powers[1];
  if (!factor.known())
    return false;
  bool grows = factor.isConstant() ? factor.constant().sign() > 0 : follows(factor, known.all());
  if (!grows && !factor.isConstant() && !follows(-factor, known.all()))
    return false;
  bound = powers[0] + powers[1] * (grows == upwards ? extremes.high : extremes.low);
  return true;
}

namespace {

bool areAlike(const TouchedBox &box, const TouchedBox &other) {
  return box.members == other.members &&
         std::ranges::equal(
             box.dimensions, other.dimensions,
             [](const TouchedDimension &a, const TouchedDimension &b) { return a.isLike(b); });
}

/// The bound that is further out of two that are a few numbers apart. False: they are not.
bool moveOut(Polynomial &bound, const Polynomial &other, bool upwards) {
  Polynomial difference = other - bound;
  if (!difference.isConstant() || !difference.known())
    return false;
  Rational distance = difference.constant();
  if ((distance - Rational(nearest)).sign() > 0 || (distance + Rational(nearest)).sign() < 0)
    return false;
  if ((distance.sign() > 0) == upwards)
    bound = other;
  return true;
}

/// One box around two that are neighbours, as in stencils.
bool encloseNeighbour(TouchedBox &box, const TouchedBox &other) {
  if (!areAlike(box, other))
    return false;
  std::vector<TouchedDimension> dimensions = box.dimensions;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    SubscriptBox &numbers = dimensions[i].numbers;
    if (!moveOut(numbers.low, other.dimensions[i].numbers.low, false) ||
        !moveOut(numbers.high, other.dimensions[i].numbers.high, true))
      return false;
  }
  box.dimensions = std::move(dimensions);
  return true;
}

bool lies(const Polynomial &above, const Polynomial &below, const Conditions &known) {
  Polynomial difference = above - below;
  return difference.isConstant() ? difference.constant().sign() >= 0 : follows(difference, known);
}

/// Whether one box is in another wherever it is touched.
bool isInside(const TouchedBox &box, const TouchedBox &outer, const Conditions &known) {
  if (!areAlike(box, outer))
    return false;
  for (size_t i = 0; i < box.dimensions.size(); ++i) {
    const SubscriptBox &inner = box.dimensions[i].numbers, &around = outer.dimensions[i].numbers;
    if (!lies(inner.low, around.low, known) || !lies(around.high, inner.high, known))
      return false;
  }
  return true;
}

} // namespace

void TouchedBoxes::add(const TouchedBox &box) {
  if (!boxes_.empty() && !boxes_.front().unknown.empty()) {
    boxes_.front().counted = boxes_.front().counted && (box.unknown.empty() || box.counted);
    return;
  }
  if (!box.unknown.empty() || boxes_.size() >= most_boxes) {
    TouchedBox unknown = box;
    unknown.dimensions.clear();
    unknown.known.clear();
    if (unknown.unknown.empty())
      unknown.unknown = "it has too many different subscripts";
    boxes_ = {unknown};
    return;
  }
  for (TouchedBox &known : boxes_)
    if (known.known == box.known && encloseNeighbour(known, box))
      return;
  boxes_.push_back(box);
}

void TouchedBoxes::add(const TouchedBoxes &other) {
  for (const TouchedBox &box : other.boxes_)
    add(box);
}

void TouchedBoxes::widen(Variable variable, const std::optional<SubscriptBox> &extremes,
                         const Conditions &known, const std::string &reason, bool counted) {
  std::vector<TouchedBox> boxes = std::move(boxes_);
  boxes_.clear();
  for (TouchedBox &box : boxes) {
    KnownThere box_known(known, box.known);
    for (TouchedDimension &dimension : box.dimensions) {
      SubscriptBox &numbers = dimension.numbers;
      if (!numbers.low.dependsOn(variable) && !numbers.high.dependsOn(variable))
        continue;
      if (extremes && widenBound(numbers.low, variable, *extremes, box_known, false) &&
          widenBound(numbers.high, variable, *extremes, box_known, true))
        continue;
      if (dimension.extent && !dimension.extent->dependsOn(variable)) {
        numbers = {0, *dimension.extent - 1};
        continue;
      }
      box.unknown = reason;
      box.counted = counted;
    }
    std::erase_if(box.known, [&](const auto &each) { return each.dependsOn(variable); });
    add(box);
  }
}

Result<Formula> TouchedBoxes::elements(const Conditions &known) const {
  if (!boxes_.front().unknown.empty())
    return Error{boxes_.front().unknown};
  std::vector<TouchedBox> boxes = boxes_;
  for (size_t i = boxes.size(); i-- > 0;)
    for (size_t j = 0; j < boxes.size(); ++j) {
      bool is_neighbour = i > j && encloseNeighbour(boxes[j], boxes[i]);
      if (i == j || (!is_neighbour && !isInside(boxes[i], boxes[j], known)))
        continue;
      boxes.erase(boxes.begin() + ptrdiff_t(i));
      break;
    }
  Formula sum;
  for (size_t i = 0; i < boxes.size(); ++i) {
    Polynomial product = 1;
    Conditions where;
    for (const TouchedDimension &dimension : boxes[i].dimensions) {
      Polynomial extent = dimension.numbers.high - dimension.numbers.low + 1;
      where.push_back(extent);
      product = product * extent;
    }
    sum += Formula(where, product);
  }
  return hasConditions(sum) ? simplified(sum, known) : sum;
}

} // namespace tare
