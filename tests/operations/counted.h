// SPDX-License-Identifier: Apache-2.0
// Sources through Clang's tree, and what is counted in them.
#pragma once

#include "catch.hpp"

#include "base/symbolic/formula_text.h"
#include "instrumenter/clang/parse.h"
#include "instrumenter/counting/counting.h"

#include <algorithm>

namespace tare {

using SymbolValues = std::map<std::string, int64_t>;

/// Nothing: a symbol has no value.
inline std::optional<double> valueOf(const symbolic::Formula &formula, const SymbolValues &values) {
  symbolic::Rational value = evaluated(formula, [&](symbolic::Variable variable) {
    auto found = values.find(symbolic::nameOf(variable));
    return found == values.end() ? symbolic::Rational::unknown()
                                 : symbolic::Rational(found->second);
  });
  return value.known() ? std::optional(value.approximately()) : std::nullopt;
}

/// A chain is part of what its loop does.
inline void checkChains(const CountedLoop &loop, const SymbolValues &values) {
  for (const LoopChain &chain : loop.chains)
    for (const OperationCount &part : chain.counts) {
      if (part.operation.kind == OperationKind::Load)
        continue;
      INFO("chain of " << chain.carrier << ": " << shownOperation(part.operation));
      auto whole = std::ranges::find(loop.counts, part.operation, &OperationCount::operation);
      REQUIRE(whole != loop.counts.end());
      auto most = [&](const CountRange &range) {
        return valueOf(range.certain + range.possible, values).value();
      };
      CHECK(most(part.amount) <= most(whole->amount) * (1 + 1e-12));
    }
}

/// Nothing is done less than no times.
inline void checkSigns(const CountedNode &node, const SymbolValues &values) {
  auto check = [&](const std::string &what, const CountRange &range) {
    INFO(node.function << " " << node.directive << ": " << what);
    CHECK(valueOf(range.certain, values).value() >= 0);
    CHECK(valueOf(range.possible, values).value() >= 0);
  };
  auto checkAll = [&](const std::string &where, const std::vector<OperationCount> &counts) {
    for (const OperationCount &count : counts)
      check(where + shownOperation(count.operation), count.amount);
  };
  check("executions", node.executions);
  check("iterations", node.iterations);
  checkAll("", node.counts);
  for (const ArrayFootprint &footprint : node.footprints)
    CHECK(valueOf(footprint.bytes, values).value() >= 0);
  for (const CountedLoop &loop : node.loops) {
    std::string where = "line " + std::to_string(loop.line) + ": ";
    check(where + "executions", loop.executions);
    check(where + "iterations", loop.iterations);
    checkAll(where, loop.counts);
    for (const LoopChain &chain : loop.chains)
      checkAll(where + "chain of " + chain.carrier + ": ", chain.counts);
    for (const LoopAccess &access : loop.accesses) {
      check(where + "loads of " + access.array, access.loads);
      check(where + "stores to " + access.array, access.stores);
      for (const TouchedBytes &touched : access.touched)
        CHECK(valueOf(touched.bytes, values).value() >= 0);
    }
  }
}

/// What the loops of a node do together is what the node does. They access what it loads and
/// stores: each time, unless an iteration has loaded it before.
inline void checkLoopSums(const CountedNode &node, const std::vector<CountedSymbol> &symbols) {
  SymbolValues values;
  int64_t next = 0;
  for (const CountedSymbol &symbol : symbols)
    values[symbol.name] = symbol.value.value_or(3 + next++ % 5);
  checkSigns(node, values);
  std::map<Operation, std::pair<double, double>> loops, accesses, whole;
  auto add = [&](auto &sums, const Operation &operation, const CountRange &amount) {
    sums[operation].first += valueOf(amount.certain, values).value();
    sums[operation].second += valueOf(amount.possible, values).value();
  };
  for (const OperationCount &count : node.counts)
    add(whole, count.operation, count.amount);
  for (const CountedLoop &loop : node.loops) {
    checkChains(loop, values);
    for (const OperationCount &count : loop.counts)
      add(loops, count.operation, count.amount);
    for (const LoopAccess &access : loop.accesses) {
      add(accesses, {OperationKind::Load, access.type, access.stride, access.detail}, access.loads);
      add(accesses, {OperationKind::Store, access.type, access.stride, access.detail},
          access.stores);
    }
  }
  for (const auto &[operation, sum] : whole) {
    INFO(node.function << " " << node.directive << ": " << shownOperation(operation));
    CHECK(loops[operation].first == Approx(sum.first));
    CHECK(loops[operation].second == Approx(sum.second));
    if (operation.kind != OperationKind::Load && operation.kind != OperationKind::Store)
      continue;
    if (operation.kind == OperationKind::Store) {
      CHECK(accesses[operation].first == Approx(sum.first));
      CHECK(accesses[operation].second == Approx(sum.second));
    } else {
      double all = sum.first + sum.second;
      CHECK(accesses[operation].first <= sum.first * (1 + 1e-12));
      CHECK(accesses[operation].second <= sum.second * (1 + 1e-12));
      CHECK((accesses[operation].first + accesses[operation].second > 0) == (all > 0));
    }
  }
  CHECK(loops.size() >= whole.size());
}

/// The whole of it is checked: what its loops do is what its nodes do.
inline CountedUnit countIn(const std::string &code, bool cplusplus) {
  const std::string name = cplusplus ? "/x.cpp" : "/x.c";
  const std::string text = "# 1 \"" + name + "\"\n" + code;
  LineMap lines(text);
  UserFiles files(lines, "");
  ParseRequest request;
  request.unit = name;
  request.compiler = "gcc";
  request.cplusplus = cplusplus;
  request.whole_tree = true;
  if (cplusplus)
    request.flags = {"-std=c++17"};
  CountedUnit counted;
  request.look_at_tree = [&](clang::ASTContext &tree) {
    counted = countOperations(tree, text, files);
  };
  auto unit = parseUnit(text, request, files);
  REQUIRE(unit.ok());
  REQUIRE(unit.value().errors.empty());
  for (const CountedNode &node : counted.nodes)
    checkLoopSums(node, counted.symbols);
  return counted;
}

inline const CountedNode &nodeIn(const CountedUnit &unit, const std::string &what) {
  for (const CountedNode &node : unit.nodes)
    if (node.function == what || node.directive == what)
      return node;
  FAIL("no node " << what);
  return unit.nodes.front();
}

inline std::string rangeText(const CountRange &range) {
  std::string certain = formulaText(range.certain);
  return range.isExact() ? certain : certain + " +" + formulaText(range.possible);
}

inline std::string timesOf(const std::vector<OperationCount> &counts,
                           const std::string &operation) {
  for (const OperationCount &count : counts)
    if (shownOperation(count.operation) == operation)
      return rangeText(count.amount);
  return "0";
}

} // namespace tare
