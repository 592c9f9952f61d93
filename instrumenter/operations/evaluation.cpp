// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/operations/evaluation.h"

#include "base/symbolic/formula_text.h"

#include <set>

namespace tare {

namespace {

using symbolic::Rational;

class UnitEvaluation {
public:
  UnitEvaluation(const CountedUnit &unit, const std::map<std::string, std::string> &parameters) {
    for (const CountedSymbol &symbol : unit.symbols)
      if (symbol.value)
        values_[symbolic::symbolNamed(symbol.name)] = *symbol.value;
    for (const auto &[name, value] : parameters)
      values_[symbolic::symbolNamed(name)] = parameterNumber(value).value_or(Rational::unknown());
  }

  std::optional<double> of(const symbolic::Formula &formula) const {
    Rational value = evaluated(formula, [&](symbolic::Variable variable) {
      auto found = values_.find(variable);
      return found == values_.end() ? Rational::unknown() : found->second;
    });
    return value.known() ? std::optional(value.approximately()) : std::nullopt;
  }

  void fill(std::vector<OperationCount> &counts) const {
    for (OperationCount &count : counts)
      fill(count.amount);
  }

  void fill(CountedLoop &loop) const {
    fill(loop.executions);
    fill(loop.iterations);
    fill(loop.counts);
    for (LoopAccess &access : loop.accesses) {
      fill(access.loads);
      fill(access.stores);
      for (TouchedBytes &touched : access.touched)
        touched.value = touched.known ? of(touched.bytes) : std::nullopt;
    }
    for (LoopChain &chain : loop.chains)
      fill(chain.counts);
  }

  void fill(CountRange &range) const {
    range.least = of(range.certain);
    auto more = of(range.possible);
    range.most = range.least && more ? std::optional(*range.least + *more) : std::nullopt;
  }

private:
  std::map<symbolic::Variable, Rational> values_;
};

} // namespace

std::optional<Rational> parameterNumber(const std::string &text) {
  Result<symbolic::Formula> formula = symbolic::readFormula(text);
  if (!formula.ok() || !symbolsOf(formula.value()).empty())
    return std::nullopt;
  Rational value =
      evaluated(formula.value(), [](symbolic::Variable) { return Rational::unknown(); });
  return value.known() ? std::optional(value) : std::nullopt;
}

Result<void> evaluate(CountedProgram &program) {
  std::set<std::string> names;
  for (const CountedUnit &unit : program.units)
    for (const CountedSymbol &symbol : unit.symbols)
      names.insert(symbol.name);
  for (const auto &[name, value] : program.parameters)
    if (!names.count(name)) {
      std::vector<std::string> known(names.begin(), names.end());
      return Error{"no count depends on " + name,
                   {},
                   known.empty()
                       ? "no count depends on any symbol"
                       : "the symbols are listed without --param; one is " + known.front()};
    }
  for (const CountedUnit &unit : program.units)
    for (const CountedSymbol &symbol : unit.symbols)
      if (auto given = program.parameters.find(symbol.name);
          symbol.fixed && given != program.parameters.end() &&
          parameterNumber(given->second) != std::optional(Rational(symbol.value.value_or(0))))
        return Error{symbol.name + " is " + std::to_string(symbol.value.value_or(0)) +
                         " in the source, and is a step or a divisor there",
                     {},
                     "change the source, or define it for the compiler behind --"};
  for (CountedUnit &unit : program.units) {
    UnitEvaluation evaluation(unit, program.parameters);
    for (CountedNode &node : unit.nodes) {
      evaluation.fill(node.executions);
      evaluation.fill(node.iterations);
      evaluation.fill(node.counts);
      for (CountedLoop &loop : node.loops)
        evaluation.fill(loop);
      for (ArrayFootprint &footprint : node.footprints)
        footprint.value = footprint.known ? evaluation.of(footprint.bytes) : std::nullopt;
    }
  }
  return {};
}

std::vector<std::string> missingValues(const CountedProgram &program) {
  std::set<std::string> missing;
  for (const CountedUnit &unit : program.units)
    for (const CountedSymbol &symbol : unit.symbols)
      if (!symbol.value && !program.parameters.count(symbol.name))
        missing.insert(symbol.name);
  return {missing.begin(), missing.end()};
}

} // namespace tare
