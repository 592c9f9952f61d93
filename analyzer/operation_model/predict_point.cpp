// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/operation_model.h"

#include "base/lists.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

/// Symbols of a node's counts that have no value.
class MissingSymbols {
public:
  MissingSymbols(const CountedUnit &unit, const std::map<std::string, std::string> &parameters) {
    for (const CountedSymbol &symbol : unit.symbols)
      if (symbol.value)
        known_.insert(symbol.name);
    for (const auto &[name, value] : parameters)
      known_.insert(name);
  }

  std::vector<std::string> of(const CountedNode &node) const {
    std::set<std::string> missing;
    add(node.executions, missing);
    for (const CountedLoop &loop : node.loops) {
      add(loop.executions, missing);
      add(loop.iterations, missing);
      for (const OperationCount &count : loop.counts)
        add(count.amount, missing);
      for (const LoopAccess &access : loop.accesses) {
        add(access.loads, missing);
        add(access.stores, missing);
        for (const TouchedBytes &touched : access.touched)
          add(touched.bytes, missing);
      }
    }
    return {missing.begin(), missing.end()};
  }

private:
  void add(const CountRange &range, std::set<std::string> &missing) const {
    add(range.certain, missing);
    add(range.possible, missing);
  }
  void add(const symbolic::Formula &formula, std::set<std::string> &missing) const {
    for (symbolic::Variable variable : symbolsOf(formula))
      if (const std::string &name = symbolic::nameOf(variable); !known_.contains(name))
        missing.insert(name);
  }

  std::set<std::string> known_;
};

class NodePrediction {
public:
  NodePrediction(const CountedNode &node, int threads, const ModelledMachine &machine)
      : node_(node), machine_(machine),
        least_(sharedNode(node, threads, CountEnd::Least, machine.array_bytes)),
        most_(sharedNode(node, threads, CountEnd::Most, machine.array_bytes)) {}

  PredictedNode take() {
    predicted_.id = node_.id;
    predicted_.function = node_.function;
    predicted_.directive = node_.directive;
    predicted_.file = node_.file;
    predicted_.line = node_.line;
    predicted_.label = node_.label;
    for (size_t i = 0; i < node_.loops.size(); ++i)
      addLoop(static_cast<int>(i));
    std::ranges::stable_sort(predicted_.loops, std::greater(),
                             [](const PredictedLoop &loop) { return loop.time.high_s; });
    finish(predicted_.time);
    return predicted_;
  }

private:
  void addLoop(int index) {
    const CountedLoop &own = node_.loops[static_cast<size_t>(index)];
    const VectorisedLoops &vectors = machine_.vectorised;
    bool is_vectorised =
        vectors.known ? vectors.has(own.file, own.line) : looksVectorisable(node_, index);
    const OperationCosts &costs = own.team == LoopTeam::One ? machine_.alone : machine_.team;
    TimedLoop low{least_, index, CountEnd::Least, is_vectorised, costs};
    TimedLoop high{most_, index, CountEnd::Most, is_vectorised, costs};
    PredictedLoop loop;
    loop.file = own.file;
    loop.line = own.line;
    loop.most = loopTime(high);
    double one = loopTime(low).time_s, other = loop.most.time_s;
    loop.time.low_s = std::min(one, other);
    loop.time.high_s = std::max(one, other);
    predicted_.time.low_s += loop.time.low_s;
    predicted_.time.high_s += loop.time.high_s;
    predicted_.badly_placed_s += std::max(loop.time.high_s, loop.most.badly_placed_s);
    finish(loop.time);
    for (const auto &[name, times] : unknownCalls(high))
      predicted_.calls[name] += times;
    for (const SharedAccess &access : most_.loops[static_cast<size_t>(index)].accesses)
      if (access.guessed && std::max(access.loads, access.stores) > 0)
        addOnce(predicted_.guessed_arrays, access.access->array);
    if (loop.time.high_s > 0)
      predicted_.loops.push_back(std::move(loop));
  }

  static void finish(OperationTime &time) { time.time_s = (time.low_s + time.high_s) / 2; }

  const CountedNode &node_;
  const ModelledMachine &machine_;
  SharedNode least_, most_;
  PredictedNode predicted_;
};

/// Of the constructs of a function: of all executions in one call of it.
double regionsIn(const CountedUnit &unit, const CountedNode &node) {
  double regions = 0;
  for (const CountedNode &other : unit.nodes) {
    bool is_inside = node.directive.empty() ? other.function == node.function : &other == &node;
    if (is_inside && other.directive.starts_with("parallel"))
      regions += valueOf(other.executions, CountEnd::Most);
  }
  return regions;
}

bool hasAllValues(const CountedNode &node) {
  return std::ranges::all_of(node.loops, [](const CountedLoop &loop) {
    return loop.executions.most && loop.iterations.most &&
           std::ranges::all_of(loop.counts, [](const OperationCount &count) {
             return count.amount.most.has_value();
           });
  });
}

void scale(OperationTime &time, double factor) {
  time.time_s *= factor;
  time.low_s *= factor;
  time.high_s *= factor;
}

} // namespace

PredictedPoint predictPoint(const CountedProgram &program, const std::string &function, int threads,
                            const ModelledMachine &machine) {
  PredictedPoint point;
  point.parameters = program.parameters;
  point.threads = threads;
  for (const CountedUnit &unit : program.units) {
    MissingSymbols missing(unit, program.parameters);
    for (const CountedNode &node : unit.nodes) {
      if (!function.empty() && node.function != function)
        continue;
      NodeWithoutTime without{node.function, node.directive,   node.file,
                              node.line,     missing.of(node), ""};
      if (without.symbols.empty() && !hasAllValues(node))
        without.reason = "a formula's number is too large";
      if (node.loops.empty())
        without.reason = "its loops were not counted";
      if (!without.symbols.empty() || !without.reason.empty()) {
        point.without.push_back(std::move(without));
        continue;
      }
      point.nodes.push_back(NodePrediction(node, threads, machine).take());
      point.nodes.back().regions = regionsIn(unit, node);
    }
  }
  return point;
}

void rescale(OperationModel &model, const Rescaling &by) {
  model.rescaled = by;
  for (PredictedPoint &point : model.points)
    for (PredictedNode &node : point.nodes) {
      scale(node.time, by.factor());
      node.badly_placed_s = node.time.high_s; // the measured point has its place
      for (PredictedLoop &loop : node.loops) {
        scale(loop.time, by.factor());
        loop.most.badly_placed_s = loop.time.high_s;
      }
    }
}

} // namespace tare
