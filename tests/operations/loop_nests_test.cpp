// SPDX-License-Identifier: Apache-2.0
// Random nests of loops as C: what each loop does and touches is what counting one by one gives.
#include "tests/base/random_nests.h"
#include "tests/operations/counted.h"

#include <set>

using namespace tare;

namespace {

constexpr int nests_of_loops = 400;

/// An element of an array of its own, which a loop's body adds 1 to.
struct NestAccess {
  size_t depth = 0;                  // of the loop, from 0
  std::vector<AffineSum> subscripts; // one or two
};

struct NestOfC {
  std::vector<RandomLoop> loops;
  std::vector<NestAccess> accesses;
  bool is_rectangular = false; // boxes are what is touched, and nothing more

  static std::string nameOf(int name) {
    return name == -1 ? "n" : name == -2 ? "m" : "i" + std::to_string(name);
  }

  static std::string text(const AffineSum &sum) {
    std::string all = std::to_string(sum.constant);
    for (auto [name, factor] : sum.terms)
      all += " + " + std::to_string(factor) + "*" + nameOf(name);
    return sum.divisor == 1 ? "(" + all + ")"
                            : "((" + all + ")/" + std::to_string(sum.divisor) + ")";
  }

  static std::string extreme(const std::vector<AffineSum> &bounds, const char *order) {
    std::string first = text(bounds.front()), last = text(bounds.back());
    return bounds.size() == 1 ? first
                              : "(" + first + order + last + " ? " + first + " : " + last + ")";
  }

  /// A line for each loop; the first of them is the second of the function.
  std::string code(const std::string &function) const {
    std::string text_of = "void " + function + "(int n, int m";
    for (size_t i = 0; i < accesses.size(); ++i)
      text_of +=
          ", double " + (accesses[i].subscripts.size() == 2 ? "(*a" + std::to_string(i) + ")[64]"
                                                            : "*a" + std::to_string(i));
    text_of += ") {\n";
    std::string ends;
    for (size_t depth = 0; depth < loops.size(); ++depth) {
      const RandomLoop &loop = loops[depth];
      std::string i = nameOf(int(depth)), step = std::to_string(loop.step), goes_on;
      for (const AffineSum &bound : loop.down ? loop.first : loop.last)
        goes_on +=
            (goes_on.empty() ? "" : " && ") + i + (loop.down ? " >= " : " <= ") + text(bound);
      text_of += "for (int " + i + " = " +
                 (loop.down ? extreme(loop.last, " < ") : extreme(loop.first, " > ")) + "; " +
                 goes_on + "; " + i + (loop.down ? " -= " : " += ") + step + ") {";
      std::string guard;
      for (const AffineSum &each : loop.guards)
        guard += (guard.empty() ? "" : " && ") + text(each) + " >= 0";
      if (loop.modulus > 1)
        guard += (guard.empty() ? "" : " && ") + i + " % " + std::to_string(loop.modulus) +
                 " == " + std::to_string(loop.remainder);
      if (!guard.empty())
        text_of += " if (" + guard + ") {";
      for (size_t k = 0; k < accesses.size(); ++k)
        if (accesses[k].depth == depth) {
          text_of += " a" + std::to_string(k);
          for (const AffineSum &subscript : accesses[k].subscripts)
            text_of += "[" + text(subscript) + "]";
          text_of += " += 1;";
        }
      text_of += "\n";
      ends += guard.empty() ? "}" : "}}";
    }
    return text_of + ends + "}\n";
  }
};

NestOfC drawNest(NestDraw &draw) {
  NestOfC nest{draw.nest(), {}, draw.chance(3)};
  if (nest.is_rectangular)
    for (RandomLoop &loop : nest.loops)
      loop = {{{{}, draw.to(2), 1}},
              {{{{draw.chance(2) ? -1 : -2, 1}}, draw.to(3), 1}},
              1,
              draw.chance(4),
              {},
              1,
              0};
  for (size_t depth = 0; depth < nest.loops.size(); ++depth)
    for (int i = draw.to(2); i > 0; --i) {
      NestAccess access{depth, {}};
      int first = draw.to(int(depth)), second = draw.to(int(depth));
      if (nest.is_rectangular) {
        access.subscripts = {{{{first, 1}}, draw.to(3), 1}};
        if (second != first)
          access.subscripts.push_back({{{second, 1}}, draw.to(3), 1});
      } else {
        access.subscripts = {draw.affine(int(depth) + 1, draw.chance(3))};
        if (draw.chance(2))
          access.subscripts.push_back(draw.affine(int(depth) + 1, draw.chance(3)));
      }
      nest.accesses.push_back(access);
    }
  return nest;
}

/// One by one, as C does it.
struct NestRun {
  const NestOfC &nest;
  int64_t n, m;
  std::vector<int64_t> counters = {}, executions = {}, iterations = {}, passes = {};
  /// By access and depth: elements in this execution of the loop there, and their number in all.
  using Elements = std::set<std::vector<int64_t>>;
  std::vector<std::vector<Elements>> now = {};
  std::vector<std::vector<int64_t>> touched = {};
  std::vector<Elements> whole = {}; // of the function

  NestRun(const NestOfC &of, int64_t n_is, int64_t m_is) : nest(of), n(n_is), m(m_is) {
    size_t depths = nest.loops.size(), accesses = nest.accesses.size();
    executions = iterations = passes = std::vector<int64_t>(depths);
    now.assign(accesses, std::vector<Elements>(depths));
    touched.assign(accesses, std::vector<int64_t>(depths));
    whole.resize(accesses);
    run(0);
  }

  int64_t valueOf(const AffineSum &sum) const {
    int64_t value = sum.constant;
    for (auto [name, factor] : sum.terms)
      value += factor * (name == -1 ? n : name == -2 ? m : counters[size_t(name)]);
    return value / sum.divisor;
  }

  void run(size_t depth) {
    if (depth == nest.loops.size())
      return;
    const RandomLoop &loop = nest.loops[depth];
    int64_t first = INT64_MIN, last = INT64_MAX;
    for (const AffineSum &bound : loop.first)
      first = std::max(first, valueOf(bound));
    for (const AffineSum &bound : loop.last)
      last = std::min(last, valueOf(bound));
    ++executions[depth];
    counters.push_back(0);
    for (int64_t at = loop.down ? last : first; loop.down ? at >= first : at <= last;
         at += loop.down ? -loop.step : loop.step) {
      counters.back() = at;
      ++iterations[depth];
      bool holds = loop.modulus == 1 || at % loop.modulus == loop.remainder;
      for (const AffineSum &guard : loop.guards)
        holds = holds && valueOf(guard) >= 0;
      if (!holds)
        continue;
      ++passes[depth];
      for (size_t k = 0; k < nest.accesses.size(); ++k)
        if (nest.accesses[k].depth == depth) {
          std::vector<int64_t> element;
          for (const AffineSum &subscript : nest.accesses[k].subscripts)
            element.push_back(valueOf(subscript));
          whole[k].insert(element);
          for (size_t around = 0; around <= depth; ++around)
            now[k][around].insert(element);
        }
      run(depth + 1);
    }
    counters.pop_back();
    for (size_t k = 0; k < nest.accesses.size(); ++k) {
      touched[k][depth] += int64_t(now[k][depth].size());
      now[k][depth].clear();
    }
  }
};

double certainOf(const CountRange &range, const SymbolValues &values) {
  CHECK(range.isExact());
  return valueOf(range.certain, values).value();
}

/// Boxes hold what is touched, and are that where each counter has a dimension for itself.
void compareTouched(const CountedNode &node, const CountedLoop &loop, size_t depth,
                    const NestOfC &nest, const NestRun &run) {
  SymbolValues values = {{"n", run.n}, {"m", run.m}};
  bool is_exact = nest.is_rectangular && !std::ranges::count(run.iterations, 0);
  for (size_t k = 0; k < nest.accesses.size(); ++k) {
    auto access = std::ranges::find(loop.accesses, "a" + std::to_string(k), &LoopAccess::array);
    if (nest.accesses[k].depth != depth || run.passes[depth] == 0)
      continue;
    REQUIRE(access != loop.accesses.end());
    REQUIRE(access->touched.size() == depth + 2);
    CHECK(access->element_bytes == 8);
    for (const TouchedBytes &touched : access->touched) {
      bool is_node = touched.loop == 0;
      size_t around = is_node ? 0 : size_t(node.loops[size_t(touched.loop)].line - node.line - 1);
      int64_t elements = is_node ? int64_t(run.whole[k].size()) : run.touched[k][around];
      INFO("a" << k << " in " << touched.loop << ": " << formulaText(touched.bytes));
      if (nest.is_rectangular)
        CHECK(touched.known);
      if (!touched.known)
        CHECK_FALSE(touched.reason.empty());
      else if (is_exact)
        CHECK(valueOf(touched.bytes, values) == double(8 * elements));
      else
        CHECK(valueOf(touched.bytes, values).value() >= double(8 * elements));
    }
  }
}

/// What a loop was found to do, against what it does.
void compareLoops(const CountedNode &node, const NestOfC &nest, const NestRun &run) {
  SymbolValues values = {{"n", run.n}, {"m", run.m}};
  for (size_t depth = 0; depth < nest.loops.size(); ++depth) {
    auto loop = std::ranges::find(node.loops, node.line + 1 + int(depth), &CountedLoop::line);
    if (loop == node.loops.end()) {
      CHECK(run.executions[depth] == 0);
      continue;
    }
    INFO("loop " << depth << " at n=" << run.n << ", m=" << run.m);
    CHECK(node.loops[size_t(loop->parent)].line == (depth == 0 ? 0 : loop->line - 1));
    CHECK(certainOf(loop->executions, values) == double(run.executions[depth]));
    CHECK(certainOf(loop->iterations, values) == double(run.iterations[depth]));
    int64_t accesses = std::ranges::count(nest.accesses, depth, &NestAccess::depth);
    double adds = 0;
    for (const OperationCount &count : loop->counts)
      if (count.operation.kind == OperationKind::FloatAdd)
        adds += certainOf(count.amount, values);
    CHECK(adds == double(accesses * run.passes[depth]));
    compareTouched(node, *loop, depth, nest, run);
    for (const LoopAccess &access : loop->accesses) {
      CHECK(certainOf(access.loads, values) == double(run.passes[depth]));
      CHECK(certainOf(access.stores, values) == double(run.passes[depth]));
    }
  }
}

} // namespace

TEST_CASE("random nests: what each loop does is what one by one gives") {
  NestDraw draw{std::mt19937(20261129)};
  std::vector<NestOfC> nests;
  std::string code;
  for (int i = 0; i < nests_of_loops; ++i) {
    nests.push_back(drawNest(draw));
    code += nests.back().code("f" + std::to_string(i));
  }
  CountedUnit unit = countIn(code, false);
  int compared = 0, measured = 0;
  for (size_t i = 0; i < nests.size(); ++i) {
    const CountedNode &node = nodeIn(unit, "f" + std::to_string(i));
    if (node.label == CountLabel::Measured) {
      ++measured;
      continue;
    }
    INFO(nests[i].code(node.function));
    for (int j = 0; j < 3; ++j) {
      compareLoops(node, nests[i], NestRun(nests[i], draw.to(8) - 1, draw.to(7) - 1));
      ++compared;
    }
  }
  CHECK(compared >= 3 * (nests_of_loops * 9 / 10));
  CHECK(compared == 3 * (nests_of_loops - measured));
}
