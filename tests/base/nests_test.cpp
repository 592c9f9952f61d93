// SPDX-License-Identifier: Apache-2.0
// Random nests of loops: what is counted in closed form is what counting one by one gives.
#include "catch.hpp"

#include "base/symbolic/formula_text.h"
#include "base/symbolic/summation.h"
#include "tests/base/random_nests.h"

using namespace tare;
using namespace tare::symbolic;

namespace {

constexpr int nests = 10000;

int64_t floored(int64_t above, int64_t below) { return int64_t(floorDivision(above, below)); }

/// One by one.
struct Enumeration {
  const std::vector<RandomLoop> &loops;
  int64_t n, m;
  std::vector<int64_t> counters = {};

  int64_t valueOf(const AffineSum &sum) const {
    int64_t value = sum.constant;
    for (auto [name, factor] : sum.terms)
      value += factor * (name == -1 ? n : name == -2 ? m : counters[size_t(name)]);
    return floored(value, sum.divisor);
  }

  int64_t count(size_t depth) {
    if (depth == loops.size())
      return 1;
    const RandomLoop &loop = loops[depth];
    int64_t first = INT64_MIN, last = INT64_MAX, sum = 0;
    for (const AffineSum &bound : loop.first)
      first = std::max(first, valueOf(bound));
    for (const AffineSum &bound : loop.last)
      last = std::min(last, valueOf(bound));
    counters.push_back(0);
    for (int64_t at = loop.down ? last : first; loop.down ? at >= first : at <= last;
         at += loop.down ? -loop.step : loop.step) {
      counters.back() = at;
      bool passes =
          at - floored(at, loop.modulus) * loop.modulus == loop.remainder || loop.modulus == 1;
      for (const AffineSum &guard : loop.guards)
        passes = passes && valueOf(guard) >= 0;
      if (passes)
        sum += count(depth + 1);
    }
    counters.pop_back();
    return sum;
  }
};

/// In closed form, as a reader of source code does it: the loop's bounds by cases.
struct ClosedForm {
  const std::vector<RandomLoop> &loops;
  std::vector<Polynomial> counters = {};
  std::string problem = {};

  Polynomial valueOf(const AffineSum &sum) const {
    Polynomial value = sum.constant;
    for (auto [name, factor] : sum.terms)
      value = value + Polynomial(factor) * (name == -1   ? Polynomial::of(symbolNamed("n"))
                                            : name == -2 ? Polynomial::of(symbolNamed("m"))
                                                         : counters[size_t(name)]);
    return floorOf(value, sum.divisor);
  }

  /// Which of the bounds is the one that counts, in each case.
  std::vector<Piece> casesOf(const std::vector<AffineSum> &bounds, int sign) const {
    if (bounds.size() == 1)
      return {{{}, valueOf(bounds[0])}};
    Polynomial a = valueOf(bounds[0]), b = valueOf(bounds[1]);
    Polynomial over = Polynomial(sign) * (a - b);
    return {{{over}, a}, {{-over - 1}, b}};
  }

  Formula count(size_t depth, const Conditions &known) {
    if (depth == loops.size())
      return 1;
    const RandomLoop &loop = loops[depth];
    Formula sum;
    for (const Piece &first : casesOf(loop.first, 1))
      for (const Piece &last : casesOf(loop.last, -1)) {
        CountedLoop counted = loop.down
                                  ? countedLoop("i", last.value, first.value, loop.step, true)
                                  : countedLoop("i", first.value, last.value, loop.step, false);
        Conditions range = counted.range, inside = known, body;
        for (const Conditions *where : {&first.where, &last.where})
          range.insert(range.end(), where->begin(), where->end());
        counters.push_back(counted.counter);
        for (const AffineSum &guard : loop.guards)
          body.push_back(valueOf(guard));
        if (loop.modulus > 1) {
          Polynomial rest = counted.counter -
                            floorOf(counted.counter, loop.modulus) * Polynomial(loop.modulus) -
                            loop.remainder;
          body.push_back(rest);
          body.push_back(-rest);
        }
        for (const Conditions *where : {&range, &body})
          inside.insert(inside.end(), where->begin(), where->end());
        Formula each = restricted(count(depth + 1, inside), body);
        counters.pop_back();
        auto total = sumOver(counted.variable, range, each, known);
        if (total.ok())
          sum += total.value();
        else
          problem = total.error().message;
      }
    return sum;
  }
};

} // namespace

TEST_CASE("random nests: the closed form is what one by one gives") {
  NestDraw draw{std::mt19937(20261128)};
  int wrong = 0, refused = 0, compared = 0;
  for (int i = 0; i < nests; ++i) {
    std::vector<RandomLoop> loops = draw.nest();
    ClosedForm closed{loops};
    Formula count = closed.count(0, {});
    if (!closed.problem.empty()) {
      ++refused;
      UNSCOPED_INFO("nest " << i << ": " << closed.problem);
      continue;
    }
    for (int j = 0; j < 3; ++j) {
      int64_t n = draw.to(8) - 1, m = draw.to(7) - 1;
      int64_t expected = Enumeration{loops, n, m}.count(0);
      Rational value = evaluated(
          count, [&](Variable symbol) { return Rational(nameOf(symbol) == "n" ? n : m); });
      ++compared;
      if (value == Rational(expected))
        continue;
      ++wrong;
      UNSCOPED_INFO("nest " << i << " at n=" << n << ", m=" << m << ": " << expected << ", and not "
                            << value.text() << " = " << formulaText(count));
    }
  }
  CHECK(wrong == 0);
  CHECK(refused <= nests / 200); // of more than 300 cases
  CHECK(compared == 3 * (nests - refused));
}
