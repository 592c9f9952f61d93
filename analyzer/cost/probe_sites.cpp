// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/probe_sites.h"

#include "analyzer/cost/observed_cost.h"
#include "instrumenter/nodes/sampled.h"

#include <algorithm>

namespace tare {

namespace {

/// num_threads with a constant; else all of them.
double teamSize(const Node &region, double threads) {
  const Clause *clause = findClause(region.clauses, "num_threads");
  bool is_known = clause && clause->value.value_or(0) > 0;
  return is_known ? std::min(double(*clause->value), 1e6) : threads;
}

/// Every thread of a team does it for itself, or one thread of each team does.
Reach byEach(const Reach &reach) { return {reach.serial, reach.all, reach.all, reach.guesses}; }
Reach byOne(const Reach &reach) {
  return {reach.serial, reach.shared, reach.shared, reach.guesses};
}

/// The inner half of a combined form stands where its region does, and has its barrier.
bool isHalf(const std::vector<Node> &nodes, size_t index) {
  const Node &node = nodes[index];
  if (node.parent < 0 || nodes[size_t(node.parent)].kind != NodeKind::Parallel)
    return false;
  const SourcePlace &own = node.place, &region = nodes[size_t(node.parent)].place;
  return own.file == region.file && own.line == region.line && own.column == region.column;
}

bool timesItsBarrier(const std::vector<Node> &nodes, size_t index) {
  const Node &node = nodes[index];
  return node.treatment == Treatment::Measured && !hasClause(node.clauses, "nowait") &&
         !isHalf(nodes, index);
}

/// Two constructs may hold the same statements: then the inner one has the probes.
bool isShared(const std::vector<Node> &nodes, size_t index) {
  if (index + 1 >= nodes.size())
    return false;
  const SourcePlace &own = nodes[index].place, &next = nodes[index + 1].place;
  return nodes[index + 1].treatment == Treatment::Measured && own.file == next.file &&
         own.line == next.line && own.column == next.column && own.end_line == next.end_line;
}

void addRegion(Executions &sum, const Node &region, const Reach &at, double threads) {
  if (region.treatment == Treatment::Outside)
    return;
  double size = teamSize(region, threads), forked = at.serial + at.all;
  sum.of(CostKind::RegionFork) = sum.of(CostKind::RegionJoin) = forked;
  sum.of(CostKind::RegionStart) = at.serial * (size - 1);
  sum.of(CostKind::RegionBody) = at.serial * size + at.all;
}

void addTaskloop(Executions &sum, const Node &loop, const Reach &at, const Reach &repeated) {
  if (loop.treatment == Treatment::Outside) {
    sum.of(CostKind::Work) = at.all;
    return;
  }
  sum.of(CostKind::TaskCreation) = at.all;
  sum.of(CostKind::Task) = repeated.all;
  if (!hasClause(loop.clauses, "nogroup"))
    sum.of(CostKind::TaskWait) = at.all;
}

/// Probes of sampled acquisitions take a fiftieth of a thread's time, however many there are.
void addLock(Executions &sum, const Node &node, const Reach &at) {
  if (samplesAcquisitions(node)) {
    sum.of(CostKind::Count) = at.all;
    return;
  }
  sum.of(CostKind::LockWait) = at.all;
  bool only_waits =
      hasClause(node.clauses, "depend", "sink") || hasClause(node.clauses, "doacross", "sink");
  if (!only_waits)
    sum.of(CostKind::LockHeld) = at.all;
}

/// Constructs whose body is work. False: the node is of another kind.
bool addWork(Executions &sum, const std::vector<Node> &nodes, size_t index, const Reach &at,
             const Reach &repeated) {
  const Node &node = nodes[index];
  switch (node.kind) {
  case NodeKind::Loop:
    sum.of(CostKind::Work) = at.all;
    return true;
  case NodeKind::For:
    sum.of(CostKind::Iteration) = samplesIterations(node) ? repeated.shared : 0;
    sum.of(CostKind::LoopStart) = samplesIterations(node) ? at.all : 0;
    [[fallthrough]];
  case NodeKind::Sections:
    sum.of(CostKind::Work) = at.all;
    break;
  case NodeKind::Single:
    sum.of(CostKind::Work) = at.shared;
    break;
  case NodeKind::Section:
  case NodeKind::Master:
  case NodeKind::Masked:
    sum.of(CostKind::Work) = at.shared;
    return true;
  case NodeKind::Scope:
    break;
  default:
    return false;
  }
  sum.of(CostKind::Barrier) = timesItsBarrier(nodes, index) ? at.all : 0;
  return true;
}

/// Constructs at which threads wait. Nothing for those that are timed from outside.
void addWaits(Executions &sum, const Node &node, const Reach &at) {
  switch (node.kind) {
  case NodeKind::Barrier:
    sum.of(CostKind::Barrier) = at.all;
    return;
  case NodeKind::Critical:
  case NodeKind::Ordered:
    return addLock(sum, node, at);
  case NodeKind::Task:
    sum.of(CostKind::TaskCreation) = sum.of(CostKind::Task) = at.all;
    return;
  case NodeKind::Taskwait:
  case NodeKind::Taskgroup:
  case NodeKind::Taskyield:
    sum.of(CostKind::TaskWait) = at.all;
    return;
  case NodeKind::Lock:
  case NodeKind::Spin:
    sum.of(CostKind::Wait) = at.all;
    return;
  default:
    return;
  }
}

constexpr double most = 1e18; // nothing is infinite

} // namespace

bool isTimed(const Node &node) {
  return node.treatment == Treatment::Measured || node.treatment == Treatment::Outside;
}

Reach scaled(Reach reach, double factor) {
  for (double *count : {&reach.serial, &reach.all, &reach.shared})
    *count = std::min(*count * factor, most);
  return reach;
}

Reach sum(const Reach &a, const Reach &b) {
  return {a.serial + b.serial, a.all + b.all, a.shared + b.shared, a.guesses | b.guesses};
}

Reach insideOf(const Node &node, const Reach &at, const Reach &repeated, double threads) {
  switch (node.kind) {
  case NodeKind::Parallel: {
    if (node.treatment != Treatment::Measured)
      return {0, 0, 0, at.guesses}; // probes inside do nothing
    double size = teamSize(node, threads);
    return {0, at.serial * size + at.all, at.serial + at.all, at.guesses};
  }
  case NodeKind::For:
    return byOne(repeated);
  case NodeKind::Section:
  case NodeKind::Single:
  case NodeKind::Master:
  case NodeKind::Masked:
    return byOne(at);
  case NodeKind::Task:
  case NodeKind::Taskloop:
    return byEach(repeated);
  default:
    return repeated;
  }
}

Executions probesAt(const std::vector<Node> &nodes, size_t index, const Reach &at,
                    const Reach &repeated, double threads) {
  const Node &node = nodes[index];
  Executions sum;
  if (node.treatment == Treatment::Counted)
    sum.of(CostKind::Count) = at.serial + at.all;
  if (!isTimed(node))
    return sum;
  if (!node.counterpart.empty())
    sum.of(CostKind::Serial) = isShared(nodes, index) ? 0 : at.serial;
  else if (node.serial)
    sum.of(CostKind::Serial) = at.serial;
  else if (node.kind == NodeKind::Parallel)
    addRegion(sum, node, at, threads);
  else if (node.kind == NodeKind::Taskloop)
    addTaskloop(sum, node, at, repeated);
  else if (!addWork(sum, nodes, index, at, repeated))
    addWaits(sum, node, at);
  return sum;
}

} // namespace tare
