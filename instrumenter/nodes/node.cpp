// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/node.h"

#include <algorithm>

namespace tare {

namespace {

struct KindName {
  NodeKind kind;
  const char *name;
};

constexpr KindName kind_names[] = {
    {NodeKind::Root, "root"},
    {NodeKind::Function, "function"},
    {NodeKind::Declarations, "declarations"},
    {NodeKind::BasicBlock, "basic_block"},
    {NodeKind::Loop, "loop"},
    {NodeKind::If, "if"},
    {NodeKind::Else, "else"},
    {NodeKind::Call, "call"},
    {NodeKind::Return, "return"},
    {NodeKind::Statement, "statement"},
    {NodeKind::Parallel, "parallel"},
    {NodeKind::For, "for"},
    {NodeKind::Sections, "sections"},
    {NodeKind::Section, "section"},
    {NodeKind::Single, "single"},
    {NodeKind::Master, "master"},
    {NodeKind::Masked, "masked"},
    {NodeKind::Critical, "critical"},
    {NodeKind::Barrier, "barrier"},
    {NodeKind::Atomic, "atomic"},
    {NodeKind::Flush, "flush"},
    {NodeKind::Task, "task"},
    {NodeKind::Taskloop, "taskloop"},
    {NodeKind::Taskwait, "taskwait"},
    {NodeKind::Taskgroup, "taskgroup"},
    {NodeKind::Taskyield, "taskyield"},
    {NodeKind::Ordered, "ordered"},
    {NodeKind::Simd, "simd"},
    {NodeKind::Target, "target"},
    {NodeKind::Teams, "teams"},
    {NodeKind::Distribute, "distribute"},
    {NodeKind::Tile, "tile"},
    {NodeKind::Unroll, "unroll"},
    {NodeKind::Scan, "scan"},
    {NodeKind::Cancel, "cancel"},
    {NodeKind::Depobj, "depobj"},
    {NodeKind::Metadirective, "metadirective"},
    {NodeKind::Scope, "scope"},
    {NodeKind::Lock, "lock"},
    {NodeKind::Spin, "spin"},
    {NodeKind::Other, "other"},
};

} // namespace

std::string NodeId::text() const {
  return path + "#" + function + "#" + kind + "#" + std::to_string(ordinal);
}

Repetition nested(const Repetition &outer, const Repetition &inner) {
  Repetition both;
  uint64_t product = 0;
  bool fits = !__builtin_mul_overflow(outer.times, inner.times, &product);
  both.times = fits ? std::min(product, Repetition::times_most) : Repetition::times_most;
  both.loops = std::min(outer.loops, UINT32_MAX - inner.loops) + inner.loops;
  both.branches = std::min(outer.branches, UINT32_MAX - inner.branches) + inner.branches;
  both.halves = std::min(outer.halves, UINT32_MAX - inner.halves) + inner.halves;
  return both;
}

const char *kindName(NodeKind kind) {
  for (const KindName &entry : kind_names)
    if (entry.kind == kind)
      return entry.name;
  return "other";
}

bool kindFromName(const std::string &name, NodeKind &kind) {
  for (const KindName &entry : kind_names) {
    if (name != entry.name)
      continue;
    kind = entry.kind;
    return true;
  }
  return false;
}

const char *treatmentName(Treatment treatment) {
  switch (treatment) {
  case Treatment::None:
    return "none";
  case Treatment::Measured:
    return "measured";
  case Treatment::Counted:
    return "counted";
  case Treatment::Outside:
    return "outside";
  case Treatment::LeftAlone:
    return "left alone";
  case Treatment::LeftOut:
    return "left out by the plan";
  }
  return "none";
}

bool beginsTeam(NodeKind kind) {
  return kind == NodeKind::Parallel || kind == NodeKind::Target || kind == NodeKind::Teams ||
         kind == NodeKind::Distribute || kind == NodeKind::Metadirective;
}

bool runsTasksInWaits(NodeKind kind) {
  return kind == NodeKind::Taskwait || kind == NodeKind::Taskgroup || kind == NodeKind::Taskyield ||
         kind == NodeKind::Taskloop;
}

bool isOpenMP(NodeKind kind) { return kind >= NodeKind::Parallel; }

bool releasesLock(const Node &node) {
  return node.kind == NodeKind::Lock &&
         (node.directive == "omp_unset_lock" || node.directive == "omp_unset_nest_lock");
}

} // namespace tare
