// SPDX-License-Identifier: Apache-2.0
#include "driver/show_operations.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/symbolic/formula_text.h"
#include "base/text.h"
#include "driver/shared_conditions.h"
#include "driver/show_loops.h"
#include "driver/show_operations_doubts.h"
#include "instrumenter/operations/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {

namespace {

using symbolic::Formula;

constexpr int most_label = 34;          // columns in front of a formula
constexpr size_t longest_formula = 280; // characters; a longer one nobody reads
constexpr double largest_whole = 1e15;

std::string numberText(double value) {
  char text[64];
  bool whole = value == std::floor(value) && std::abs(value) < largest_whole;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.6g", value);
  return text;
}

std::string valueText(const CountRange &range) {
  if (!range.least || !range.most)
    return "";
  std::string least = numberText(*range.least);
  return *range.least == *range.most ? least : least + " .. " + numberText(*range.most);
}

class OperationsPage {
public:
  OperationsPage(int width, bool by_loop, bool with_values)
      : page_(width, false), by_loop_(by_loop), with_values_(with_values) {}

  void addUnit(const CountedUnit &unit) {
    page_.paragraph(printable(unit.unit));
    for (const CountDoubt &problem : unit.problems)
      page_.paragraph("  " + printable(problem.place + ": Clang cannot read it: " + problem.reason),
                      4);
    addMeasured(unit);
    for (const CountedNode &node : unit.nodes)
      addNode(node, DoubtText(node, unit.symbols));
    addSymbols(unit);
  }

  std::string take() { return page_.take(); }

private:
  /// "trips(FILE:LINE): iterations of the loop there ...", for each sort.
  void addMeasured(const CountedUnit &unit) {
    std::map<std::string, std::string> meanings; // by what stands before the place
    for (const CountedSymbol &symbol : unit.symbols)
      if (symbol.kind == SymbolKind::Measured)
        meanings[symbol.name.substr(0, symbol.name.find('('))] = symbol.meaning;
    for (const auto &[name, meaning] : meanings)
      page_.paragraph("  " + printable(name + "(FILE:LINE): " + meaning) +
                          ". Only a run tells; --param gives it a value",
                      4);
  }

  void addNode(const CountedNode &node, const DoubtText &doubts) {
    bool is_function = node.directive.empty();
    page_.blank();
    page_.paragraph(printable(node.file + ":" + std::to_string(node.line) + "  " +
                              (is_function ? "function " + node.function
                                           : "[" + node.directive + "] in " + node.function)) +
                        "  " + doubts.completeness(),
                    4);
    if (node.counts.empty() && node.footprints.empty())
      page_.paragraph("  no operations that are counted", 4);
    if (by_loop_)
      addLoops(node, with_values_, page_);
    else
      addCounts(node);
    for (const std::string &line : doubts.lines())
      page_.paragraph("  " + printable(line), 4);
  }

  void addCounts(const CountedNode &node) {
    SharedConditions shared;
    for (const OperationCount &count : node.counts)
      shared.add(count.amount);
    if (node.has_loop)
      shared.add(node.iterations);
    if (!node.executions.isExact() || node.executions.certain != Formula(1))
      addRange("executions", node.executions, {});
    if (node.has_loop)
      addRange("iterations", node.iterations, shared);
    for (const OperationCount &count : node.counts)
      addRange(shownOperation(count.operation), count.amount, shared);
    for (const ArrayFootprint &footprint : node.footprints)
      addFootprint(footprint, shared);
    if (!shared.text().empty())
      page_.paragraph("  where " + printable(shared.text()) + "; else 0", 4);
  }

  void addRange(const std::string &label, const CountRange &range, const SharedConditions &shared) {
    std::string text = formulaText(shared.without(range.certain));
    if (!range.isExact())
      text = (range.certain.isZero() ? "up to " : text + " and up to ") +
             formulaText(shared.without(range.possible)) + (range.certain.isZero() ? "" : " more");
    std::string value = with_values_ ? valueText(range) : "";
    if (text.size() > longest_formula)
      text = longFormula(text);
    addRow(label, value.empty() || value == text ? text : value + " = " + text);
  }

  void addFootprint(const ArrayFootprint &footprint, const SharedConditions &shared) {
    std::string label = "bytes of " + footprint.array;
    if (!footprint.known)
      return addRow(label, "not known: " + footprint.reason);
    std::string text = formulaText(shared.without(footprint.bytes));
    if (text.size() > longest_formula)
      text = longFormula(text);
    std::string value = with_values_ && footprint.value ? numberText(*footprint.value) : "";
    addRow(label, "at most " + (value.empty() || value == text ? text : value + " = " + text));
  }

  static std::string longFormula(const std::string &text) {
    return "a formula of " + std::to_string(text.size()) + " characters: --format json prints it";
  }

  /// Beside each other; below each other where the label is long or lines are short.
  void addRow(const std::string &label, std::string text) {
    for (size_t at = text.find("*trips("); at != text.npos; at = text.find("*trips(", at))
      text.replace(at, 1, " * "); // so that lines are broken there
    int columns = std::min(most_label, std::max(page_.width() / 2 - 4, 20));
    std::string front = "  " + leftAligned(printable(label), columns) + "  ";
    if (displayWidth(printable(label)) <= columns)
      return page_.item(front, printable(text));
    page_.paragraph("  " + printable(label), 4);
    page_.item(std::string(size_t(columns) + 4, ' '), printable(text));
  }

  void addSymbols(const CountedUnit &unit) {
    if (unit.symbols.empty())
      return;
    page_.blank();
    page_.line("symbols");
    std::vector<std::string> measured;
    for (const CountedSymbol &symbol : unit.symbols) {
      if (symbol.kind == SymbolKind::Measured) {
        measured.push_back(symbol.name);
        continue;
      }
      std::string kind = symbolKindName(symbol.kind);
      std::vector<std::string> parts = {kind};
      if (kind == symbol.name && !symbol.meaning.empty())
        parts.clear();
      if (symbol.value)
        parts.push_back(std::to_string(*symbol.value));
      if (!symbol.place.empty() && symbol.name.find(symbol.place) == std::string::npos &&
          symbol.meaning.find(symbol.place) == std::string::npos)
        parts.push_back(symbol.place);
      std::string text = joinText(parts, ", ");
      if (!symbol.meaning.empty())
        text += (text.empty() ? "" : ": ") + symbol.meaning;
      addRow(symbol.name, text);
    }
    if (!measured.empty())
      page_.paragraph("  " + printable(joinText(measured, ", ")) + ": only a run tells", 4);
  }

  Page page_;
  bool by_loop_, with_values_;
};

} // namespace

std::string operationsText(const CountedProgram &program, bool by_loop, int width) {
  OperationsPage page(width, by_loop, !program.parameters.empty());
  for (const CountedUnit &unit : program.units)
    page.addUnit(unit);
  std::string text = page.take();
  std::vector<std::string> missing = missingValues(program);
  if (program.parameters.empty() || missing.empty())
    return text;
  Page end(width, false);
  end.blank();
  end.paragraph("no value: " + printable(joinText(missing, ", ")) +
                "; formulas with these stand without a value");
  return text + end.take();
}

} // namespace tare
