// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/gathered_counts.h"

#include "instrumenter/clang/directive_kinds.h"

namespace tare {

namespace {

bool isLoopWithProbes(const Construct &construct, const Verdict &verdict) {
  return !construct.loop_body.empty() && verdict.count_iterations &&
         construct.name.find("simd") == std::string::npos;
}

bool canGather(const Construct &construct, const Verdict &verdict) {
  if (construct.has_cancel || verdict.by_cleanup || verdict.leaves_task >= 0 ||
      verdict.treatment != Treatment::Measured)
    return false;
  switch (verdict.action) {
  case Action::Region:
  case Action::Task:
    return true;
  case Action::SplitRegion:
    return verdict.half == Treatment::Measured && innerHalf(construct.name) == NodeKind::For &&
           isLoopWithProbes(construct, verdict);
  case Action::Work:
    return construct.kind == NodeKind::For && isLoopWithProbes(construct, verdict);
  default:
    return false;
  }
}

/// `ordered` is no lock: who waits for whom is the program's, and each iteration is one.
bool isShortLock(const Construct &construct, const Verdict &verdict) {
  return construct.kind == NodeKind::Critical && verdict.treatment == Treatment::Measured &&
         !verdict.by_cleanup && !construct.has_cancel;
}

/// Loops of the construct's own code have no variables of their own.
bool isPlainLoop(const Construct &construct) {
  return construct.kind == NodeKind::Loop && !construct.is_spin && !construct.serial;
}

} // namespace

void gatherCounts(const std::vector<Construct> &constructs, std::vector<Verdict> &verdicts) {
  for (size_t i = 0; i < constructs.size(); ++i) {
    bool is_lock = verdicts[i].action == Action::Lock && isShortLock(constructs[i], verdicts[i]);
    if ((verdicts[i].action != Action::Count && !is_lock) || verdicts[i].leaves_task >= 0)
      continue;
    int at = constructs[i].parent;
    while (at >= 0 && isPlainLoop(constructs[size_t(at)]))
      at = constructs[size_t(at)].parent;
    if (at < 0 || constructs[size_t(at)].lambda != constructs[i].lambda)
      continue; // the count is a variable, which the lambda does not capture
    if (canGather(constructs[size_t(at)], verdicts[size_t(at)]))
      verdicts[i].gathered_by = at;
  }
}

} // namespace tare
