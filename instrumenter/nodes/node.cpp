// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/node.h"

#include <algorithm>

namespace tare {

namespace {

/// In the order of NodeKind.
constexpr std::array kind_names = {
    "root",   "function",      "declarations", "basic_block", "loop",      "if",       "else",
    "call",   "return",        "statement",    "parallel",    "for",       "sections", "section",
    "single", "master",        "masked",       "critical",    "barrier",   "atomic",   "flush",
    "task",   "taskloop",      "taskwait",     "taskgroup",   "taskyield", "ordered",  "simd",
    "target", "teams",         "distribute",   "tile",        "unroll",    "scan",     "cancel",
    "depobj", "metadirective", "scope",        "lock",        "spin",      "other"};
static_assert(kind_names.size() == size_t(NodeKind::Other) + 1);

} // namespace

std::string NodeId::text() const {
  return path + "#" + function + "#" + kind + "#" + std::to_string(ordinal);
}

Trips nested(const Trips &outer, const Trips &inner) {
  Trips both;
  uint64_t product = 0;
  bool fits = !__builtin_mul_overflow(outer.times, inner.times, &product);
  both.times = fits ? std::min(product, Trips::times_most) : Trips::times_most;
  both.loops = std::min(outer.loops, UINT32_MAX - inner.loops) + inner.loops;
  both.branches = std::min(outer.branches, UINT32_MAX - inner.branches) + inner.branches;
  both.halves = std::min(outer.halves, UINT32_MAX - inner.halves) + inner.halves;
  return both;
}

const char *kindName(NodeKind kind) { return kind_names[size_t(kind)]; }

bool kindFromName(const std::string &name, NodeKind &kind) {
  auto found = std::ranges::find(kind_names, name);
  if (found != kind_names.end())
    kind = NodeKind(found - kind_names.begin());
  return found != kind_names.end();
}

const char *treatmentName(Treatment treatment) {
  static constexpr const char *names[] = {"none",    "measured",   "counted",
                                          "outside", "left alone", "left out by the plan"};
  return names[size_t(treatment)];
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
