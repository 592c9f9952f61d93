// SPDX-License-Identifier: Apache-2.0
#include "driver/show_loops.h"

#include "base/quantity.h"
#include "driver/shared_conditions.h"

#include <algorithm>
#include <cstdio>

namespace tare {

namespace {

using symbolic::Formula;
using symbolic::Rational;

constexpr size_t longest_shown = 120; // characters of a formula
constexpr size_t longest_text = 800;  // of what a loop does
constexpr size_t deepest_indent = 8;  // loops

/// The number k for which one formula is k times another. Nothing: there is none.
std::optional<Rational> factorOf(const Formula &formula, const Formula &of) {
  if (formula.isZero())
    return Rational(0);
  if (formula.pieces().size() != of.pieces().size())
    return std::nullopt;
  Rational factor = formula.pieces()[0].value.terms()[0].coefficient /
                    of.pieces()[0].value.terms()[0].coefficient;
  return of * Formula(symbolic::Polynomial(factor)) == formula ? std::optional(factor)
                                                               : std::nullopt;
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

class LoopText {
public:
  LoopText(const CountedLoop &loop, bool with_values, const SharedConditions &shared)
      : loop_(loop), each_(loop.file.empty() ? loop.executions : loop.iterations),
        with_values_(with_values), shared_(shared) {}

  /// "line 5 (each thread): begun n times, n^2 iterations".
  std::string header(const CountedNode &node) const {
    bool is_node = loop_.file.empty();
    const CountedLoop *around = is_node ? nullptr : &node.loops[size_t(loop_.parent)];
    std::string text = is_node                   ? "outside of loops"
                       : loop_.file == node.file ? "line " + std::to_string(loop_.line)
                                                 : loop_.file + ":" + std::to_string(loop_.line);
    bool says_team = around ? around->team != loop_.team : loop_.team != LoopTeam::One;
    if (says_team)
      text += std::string(" (") + team() + ")";
    text += ": ";
    if (is_node)
      return text + amountOf(loop_.executions) + (isOnce() ? " time" : " times");
    text += "begun " + amountOf(loop_.executions) + (isOnce() ? " time" : " times");
    return text + ", " + amountOf(loop_.iterations) + " iterations";
  }

  /// What one iteration does: "1 double multiply-add; loads a (unit stride)".
  std::string iteration() const {
    std::vector<std::string> parts;
    for (const OperationCount &count : loop_.counts) {
      OperationKind kind = count.operation.kind;
      bool is_known = kind == OperationKind::Load || kind == OperationKind::Store ||
                      kind == OperationKind::LoopStep; // that each iteration has one
      if (!is_known)
        parts.push_back(perIteration(count.amount) + " " + shownOperation(count.operation));
    }
    std::string text = joinText(parts, ", ");
    for (bool stores : {false, true}) {
      std::vector<std::string> accesses;
      for (const LoopAccess &access : loop_.accesses)
        if (const CountRange &range = stores ? access.stores : access.loads;
            !range.isExact() || !range.certain.isZero())
          accesses.push_back(accessText(access, range));
      if (!accesses.empty())
        text += (text.empty() ? "" : "; ") + std::string(stores ? "stores " : "loads ") +
                joinText(accesses, ", ");
    }
    for (const LoopChain &chain : loop_.chains) {
      parts.clear();
      for (const OperationCount &count : chain.counts)
        parts.push_back(perIteration(count.amount) + " " + shownOperation(count.operation));
      text += (text.empty() ? "" : "; ") + std::string("chain of ") + chain.carrier + ": " +
              joinText(parts, ", ");
    }
    return text;
  }

private:
  const char *team() const {
    return loop_.team == LoopTeam::One    ? "one thread"
           : loop_.team == LoopTeam::Each ? "each thread"
                                          : "dealt to the threads";
  }

  bool isOnce() const {
    return loop_.executions.isExact() && loop_.executions.certain == Formula(1);
  }

  std::string amountOf(const CountRange &range) const {
    if (with_values_ && range.least && range.most)
      return *range.least == *range.most
                 ? shortNumber(*range.least)
                 : shortNumber(*range.least) + " .. " + shortNumber(*range.most);
    Formula most = range.isExact() ? range.certain : range.certain + range.possible;
    std::string text = formulaText(shared_.without(most));
    if (text.size() > longest_shown)
      return "(a long formula)";
    return range.isExact() ? text : "up to " + text;
  }

  /// Of operations: a number where each iteration does the same.
  std::string perIteration(const CountRange &range) const {
    if (range.certain == each_.certain && range.possible == each_.possible)
      return "1";
    auto certain = factorOf(range.certain, each_.certain);
    if (certain && range.isExact() && each_.isExact())
      return certain->text();
    auto most = factorOf(range.certain + range.possible, each_.certain + each_.possible);
    if (certain && most)
      return "up to " + most->text();
    return "in all " + amountOf(range);
  }

  std::string accessText(const LoopAccess &access, const CountRange &range) const {
    std::string times = perIteration(range), stride = strideName(access.stride);
    if (!access.detail.empty())
      stride = "stride " + access.detail;
    std::string text = access.array + " (" + stride + ")";
    return times == "1" ? text
                        : text + (times == "up to 1" ? " at most once" : " " + times + " times");
  }

  const CountedLoop &loop_;
  const CountRange &each_; // what counts are for one of
  bool with_values_;
  const SharedConditions &shared_;
};

} // namespace

void addLoops(const CountedNode &node, bool with_values, Page &page) {
  std::vector<size_t> depths;
  SharedConditions shared;
  for (const CountedLoop &loop : node.loops) {
    if (!loop.file.empty())
      shared.add(loop.iterations);
    if (!loop.executions.isExact() || loop.executions.certain != Formula(1))
      shared.add(loop.executions);
  }
  for (size_t i = 0; i < node.loops.size(); ++i) {
    const CountedLoop &loop = node.loops[i];
    depths.push_back(i == 0 ? 0 : std::min(depths[size_t(loop.parent)] + 1, deepest_indent));
    LoopText text(loop, with_values, shared);
    std::string does = text.iteration();
    if (does.size() > longest_text)
      does = numberOf(int64_t(loop.counts.size()), "sort") +
             " of operations, by long formulas: --format json lists them";
    if (i == 0 && does.empty())
      continue;
    std::string indent(2 + 2 * (i == 0 ? 0 : depths[i] - 1), ' ');
    page.paragraph(indent + printable(text.header(node)), int(indent.size()) + 4);
    if (!does.empty())
      page.paragraph(indent + "    " + printable((i == 0 ? "" : "each: ") + does),
                     int(indent.size()) + 6);
  }
  if (!shared.text().empty())
    page.paragraph("  where " + printable(shared.text()) + "; else 0", 4);
}

} // namespace tare
