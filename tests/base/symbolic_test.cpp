// SPDX-License-Identifier: Apache-2.0
// Exact arithmetic of formulas: known sums, conditions that follow, and text that reads back.
#include "catch.hpp"

#include "base/symbolic/formula_text.h"
#include "base/symbolic/summation.h"

using namespace tare::symbolic;

namespace {

Polynomial symbol(const char *name) { return Polynomial::of(symbolNamed(name)); }

/// The sum of `body` for counter = first .. last.
template <class Body> Formula sum(const Polynomial &first, const Polynomial &last, Body body) {
  CountedLoop loop = countedLoop("i", first, last, 1, false);
  auto result = sumOver(loop.variable, loop.range, body(loop.counter), {});
  REQUIRE(result.ok());
  return result.value();
}

std::string readAgain(const std::string &text) {
  auto formula = readFormula(text);
  return formula.ok() ? formulaText(formula.value()) : "error: " + formula.error().message;
}

} // namespace

TEST_CASE("a number that needs more than 128 bits is unknown, and so is what is made of it") {
  Rational big = int64_t(1) << 62, square = big * big;
  CHECK(square.known());
  CHECK(square.text() == "21267647932558653966460912964485513216");
  CHECK_FALSE((square * big).known());
  CHECK_FALSE((square * big - square * big).known());
  CHECK((Rational(1) / Rational(3) + Rational(1) / Rational(6)).text() == "1/2");
  CHECK_FALSE((Rational(1) / Rational(0)).known());
  CHECK_FALSE(evaluated(power(symbol("n"), 3), [&](Variable) { return big * big; }).known());
}

TEST_CASE("sums of powers are Faulhaber's") {
  Polynomial n = symbol("n");
  auto powers = [&](int k) {
    return formulaText(sum(0, n - 1, [&](const Polynomial &i) { return power(i, k); }));
  };
  CHECK(powers(0) == "(n if n >= 0)");
  CHECK(powers(1) == "(n^2/2 - n/2 if n >= 0)");
  CHECK(powers(2) == "(n^3/3 - n^2/2 + n/6 if n >= 0)");
  CHECK(powers(4) == "(n^5/5 - n^4/2 + n^3/3 - n/30 if n >= 0)");
}

TEST_CASE("LU's triangle: the sum of (n - k - 1)^2 is n^3/3 - n^2/2 + n/6") {
  Polynomial n = symbol("n");
  CountedLoop k = countedLoop("k", 0, n - 1, 1, false);
  CountedLoop i = countedLoop("i", k.counter + 1, n - 1, 1, false);
  CountedLoop j = countedLoop("j", k.counter + 1, n - 1, 1, false);
  auto inner = sumOver(j.variable, j.range, 1, k.range);
  REQUIRE(inner.ok());
  CHECK(formulaText(inner.value()) == "n - k - 1"); // where k goes: never negative
  auto middle = sumOver(i.variable, i.range, inner.value(), k.range);
  REQUIRE(middle.ok());
  auto outer = sumOver(k.variable, k.range, middle.value(), {});
  REQUIRE(outer.ok());
  CHECK(formulaText(outer.value()) == "(n^3/3 - n^2/2 + n/6 if n >= 0)");
}

TEST_CASE("steps leave floors, and floors are summed by their remainders") {
  Polynomial n = symbol("n");
  CountedLoop by_four = countedLoop("i", 0, n - 1, 4, false);
  auto trips = sumOver(by_four.variable, by_four.range, 1, {});
  REQUIRE(trips.ok());
  CHECK(formulaText(trips.value()) == "(floor((n + 3)/4) if n >= 0)");
  Formula halves = sum(0, n - 1, [](const Polynomial &i) { return floorOf(i, 2); });
  for (int64_t value = 0; value < 9; ++value) {
    int64_t expected = 0;
    for (int64_t i = 0; i < value; ++i)
      expected += i / 2;
    CHECK(evaluated(halves, [&](Variable) { return Rational(value); }) == Rational(expected));
  }
}

TEST_CASE("a block of unknown size: its floors stay, by the rule that their divisor is positive") {
  Polynomial n = symbol("n"), block = symbol("block");
  Conditions known = {block - 1};
  CountedLoop loop = countedLoop("i", 0, n - 1, block, false);
  auto trips = sumOver(loop.variable, loop.range, 1, known);
  REQUIRE(trips.ok());
  for (int64_t size = 1; size < 5; ++size)
    for (int64_t value = 0; value < 9; ++value)
      CHECK(evaluated(trips.value(), [&](Variable symbol) {
              return Rational(symbol == symbolNamed("n") ? value : size);
            }) == Rational((value + size - 1) / size));
}

TEST_CASE("where the sign of a factor is unknown, each sign has its case") {
  Polynomial n = symbol("n"), m = symbol("m");
  CountedLoop i = countedLoop("i", 0, n - 1, 1, false);
  CountedLoop j = countedLoop("j", 0, i.counter * m - 1, 1, false);
  auto inner = sumOver(j.variable, j.range, 1, i.range);
  REQUIRE(inner.ok());
  auto outer = sumOver(i.variable, i.range, inner.value(), {});
  REQUIRE(outer.ok());
  for (int64_t rows = -1; rows < 5; ++rows)
    for (int64_t factor = -2; factor < 4; ++factor) {
      int64_t expected = 0;
      for (int64_t row = 0; row < rows; ++row)
        expected += std::max<int64_t>(row * factor, 0);
      CHECK(evaluated(outer.value(), [&](Variable symbol) {
              return Rational(symbol == symbolNamed("n") ? rows : factor);
            }) == Rational(expected));
    }
}

TEST_CASE("what cannot be summed is refused with its reason") {
  CountedLoop i = countedLoop("i", 0, symbol("n") - 1, 1, false);
  auto why = [&](const Formula &formula) {
    auto result = sumOver(i.variable, i.range, formula, {});
    return result.ok() ? formulaText(result.value()) : result.error().message;
  };
  CHECK(why(Formula({i.counter * i.counter - symbol("m")}, 1)) ==
        "the condition i^2 - m >= 0 is not linear in it");
  CHECK(why(floorOf(i.counter, 1000)) ==
        "a quotient of it by more than 64, or by no constant, is in a bound");
  CHECK(why(Formula({i.counter * i.counter + 1}, 1)) == "(n if n >= 0)"); // always true
  auto open = sumOver(i.variable, {i.counter}, 1, {});
  CHECK(open.error().message == "it has no bound on one side");
}

TEST_CASE("conditions follow from others as whole numbers do") {
  Polynomial n = symbol("n"), k = symbol("k"), m = symbol("m");
  CHECK(follows(n - 1, {k, n - k - 1}));
  CHECK_FALSE(follows(n - 2, {k, n - k - 1}));
  CHECK(areImpossible({n * Polynomial(2) - 1, -n * Polynomial(2) + 1})); // 2n = 1
  CHECK(follows(floorOf(n, 4), {n}));
  CHECK(follows(n * m, {n * m - 3}));
  CHECK(formulaText(asCondition(n * Polynomial(2) - 3)) == "n - 2");
}

TEST_CASE("equal floors look alike") {
  Polynomial n = symbol("n"), b = symbol("b");
  CHECK(floorOf(n + 7, 4) == floorOf(n + 3, 4) + 1);
  CHECK(floorOf(n * Polynomial(4) + 2, 4) == n);
  CHECK(floorOf(n * Polynomial(6) + 5, 4) == n + floorOf(n + 2, 2));
  CHECK(floorOf(n + b, b) == floorOf(n, b) + 1);
  CHECK(floorOf(n * b, b) == n);
}

TEST_CASE("formulas are read as they are written") {
  for (const char *text : {"0", "7", "-n", "n^3/3 - n^2/2 + n/6", "2*n*m", "(n if n >= 1)",
                           "3 + (n if n >= m + 1)", "(n*trips(x.c:12) if n >= 1) + (m if n <= 0)",
                           "floor((n + 3)/4)", "grid->nx*v.size()", "floor(n/(2*b))*row[i]"}) {
    std::string again = readAgain(text);
    CHECK(readAgain(again) == again);
  }
  CHECK(readAgain("(n + 1)*(n - 1)") == "n^2 - 1");
  CHECK(readAgain("n^3/3 - n^2/2 + n/6") == "n^3/3 - n^2/2 + n/6");
  CHECK(readAgain("(n if n >= 1) + (m if 0 >= n)") == "(n if n >= 1) + (m if n <= 0)");
}

TEST_CASE("what is no formula is refused, with the character") {
  CHECK(readAgain("") == "error: a number or a name is missing, at character 1");
  CHECK(readAgain("n +") == "error: a number or a name is missing, at character 4");
  CHECK(readAgain("n n") == "error: 'n' was not expected, at character 3");
  CHECK(readAgain("n/m") == "error: a division is by no number, at character 4");
  CHECK(readAgain("(n if n)") == "error: '>=' is missing, at character 8");
  CHECK(readAgain("floor(n/0)") ==
        "error: a floor is of no quotient by a positive number, at character 11");
  CHECK(readAgain("n^99") == "error: an exponent is too large, at character 5");
  CHECK(readAgain(std::string(99, '(')).starts_with("error: it is nested too deep"));
  CHECK_FALSE(isSymbolName("floor(n)"));
  CHECK_FALSE(isSymbolName("2n"));
  CHECK(isSymbolName("trips(x.c:12)"));
}
