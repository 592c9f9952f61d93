// SPDX-License-Identifier: Apache-2.0
// Counted nodes with values, and costs that are round numbers.
#pragma once

#include "analyzer/operation_model/operation_model.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tare::testing {

inline CountRange times(double value) {
  CountRange range;
  range.certain = symbolic::Formula(static_cast<int64_t>(value));
  range.least = range.most = value;
  return range;
}

inline CountRange between(double least, double most) {
  CountRange range = times(least);
  range.possible = symbolic::Formula(static_cast<int64_t>(most - least));
  range.most = most;
  return range;
}

inline OperationCount counted(OperationKind kind, double many, const std::string &detail = "",
                              StrideClass stride = StrideClass::None) {
  OperationCount count;
  bool is_integer = kind >= OperationKind::IntegerAdd && kind <= OperationKind::LoopStep;
  count.operation = {kind, is_integer ? "" : "double", stride, detail};
  count.amount = times(many);
  return count;
}

inline OperationCount loads(double many, StrideClass stride = StrideClass::Unit) {
  return counted(OperationKind::Load, many, "", stride);
}

inline OperationCount stores(double many, StrideClass stride = StrideClass::Unit) {
  return counted(OperationKind::Store, many, "", stride);
}

struct MadeLoop {
  int parent = 0;
  double executions = 1, iterations = 0;
  LoopTeam team = LoopTeam::One;
};

/// Appends a loop; returns its index.
inline int addLoop(CountedNode &node, const MadeLoop &made) {
  CountedLoop loop;
  loop.parent = made.parent;
  loop.team = made.team;
  loop.executions = times(made.executions);
  loop.iterations = times(made.iterations);
  loop.file = node.loops.empty() ? "" : "x.c";
  loop.line = static_cast<int>(node.loops.size());
  node.loops.push_back(std::move(loop));
  return static_cast<int>(node.loops.size()) - 1;
}

/// A function without operations, whose own statements are executed once.
inline CountedNode madeFunction() {
  CountedNode node;
  node.function = "f";
  node.file = "x.c";
  node.executions = times(1);
  addLoop(node, {});
  return node;
}

/// `touched`: bytes by the loop itself, then outwards; absent: not known.
struct MadeAccess {
  std::string array;
  StrideClass stride = StrideClass::Unit;
  double loads = 0, stores = 0;
  std::vector<double> touched;
  std::string detail;
};

inline void addAccess(CountedNode &node, int loop, const MadeAccess &made) {
  LoopAccess access;
  access.array = made.array;
  access.type = "double";
  access.element_bytes = 8;
  access.stride = made.stride;
  access.detail = made.detail;
  access.loads = times(made.loads);
  access.stores = times(made.stores);
  size_t i = 0;
  for (int at = loop;; at = node.loops[size_t(at)].parent) {
    TouchedBytes touched;
    touched.loop = at;
    touched.known = i < made.touched.size();
    if (touched.known)
      touched.value = made.touched[i++];
    access.touched.push_back(touched);
    if (at == 0)
      break;
  }
  node.loops[size_t(loop)].accesses.push_back(std::move(access));
}

inline void addChain(CountedNode &node, int loop, const std::string &carrier, OperationKind kind,
                     double many, bool in_memory = false) {
  node.loops[size_t(loop)].chains.push_back({carrier, in_memory, {counted(kind, many)}});
}

constexpr double small = 1000, large = 1000000; // bytes of the two levels

/// A load 1 ns, a store 2, a flop 4, a multiply-add 8; scalar ones ten times as much. A chained add
/// 100, a chained multiply-add 200, 50 more in memory. Nothing for a byte of the small level; of
/// the large one 1 ns read, 2 ns written, 3 ns updated, a line 640 ns by columns.
inline OperationCosts madeCosts() {
  auto throughput = [](double factor) {
    return Throughput({{"loads", {1, 0, 0, 0}, factor * 1},
                       {"stores", {0, 1, 0, 0}, factor * 2},
                       {"flops", {0, 0, 1, 0}, factor * 4},
                       {"multiply_adds", {0, 0, 0, 1}, factor * 8},
                       {"two", {2, 0, 0, 0}, factor * 2}});
  };
  OperationCosts costs;
  costs.threads = 1;
  costs.streams = throughput(1);
  costs.scalar_streams = throughput(10);
  costs.chained_add = 100, costs.chained_multiply_add = 200, costs.kept_in_memory = 50;
  costs.passed_in_memory = 70;
  costs.divide = 30, costs.scalar_divide = 300, costs.root = 40, costs.scalar_root = 400;
  costs.integer = 0.5;
  costs.indirect_update = 7;
  costs.calls = {{"exp", 1000}};
  OperationCosts::Level near, far;
  near.bytes = small, far.bytes = large;
  far.read = 1, far.written = 2, far.updated = 3, far.strided_line = 128, far.column_line = 640;
  far.indirect_load = 9, far.indirect_update = 11;
  costs.levels = {near, far};
  return costs;
}

inline LoopTime timeOf(const CountedNode &node, int loop, bool is_vectorised = true,
                       int threads = 1) {
  static const OperationCosts costs = madeCosts();
  SharedNode shared = sharedNode(node, threads, CountEnd::Most, {});
  return loopTime({shared, loop, CountEnd::Most, is_vectorised, costs});
}

/// Of an array, by the loop whose next iteration touches the bytes again; none: of no bytes.
inline MemoryPart memoryOf(const LoopTime &time, const std::string &array, int reused_in) {
  for (const MemoryPart &part : time.memory)
    if (part.array == array && part.reused_in == reused_in)
      return part;
  return {};
}

} // namespace tare::testing
