// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/rules.h"
#include "instrumenter/clang/directive_kinds.h"
#include "instrumenter/nodes/schedule.h"
#include "instrumenter/rewrite/gathered_counts.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

constexpr const char *cancelled = "it can be cancelled";

Verdict leave(std::string reason) {
  Verdict verdict;
  verdict.reason = std::move(reason);
  return verdict;
}

/// Its time becomes part of the time of the construct around it.
Verdict hide(std::string reason) {
  Verdict verdict = leave(std::move(reason));
  verdict.hidden = true;
  return verdict;
}

/// No probes because of a plan.
Verdict leaveByPlan(const std::string &reason) {
  Verdict verdict = hide(reason);
  verdict.treatment = Treatment::Unprobed;
  return verdict;
}

/// The region is timed from outside, so the states of threads inside are unknown.
Verdict outside(const std::string &reason, const std::string &opaque) {
  Verdict verdict = leave(reason);
  verdict.action = Action::RegionOutside;
  verdict.treatment = Treatment::Outside;
  verdict.opaque = opaque;
  return verdict;
}

class Decider {
public:
  Decider(const std::vector<Construct> &constructs, const Plan &plan, const std::string &compiler,
          const Unprobed &unprobed)
      : constructs_(constructs), plan_(plan), compiler_(compiler), unprobed_(unprobed) {}

  /// First every construct alone, then what verdicts mean for each other.
  std::vector<Verdict> run() {
    for (const Construct &construct : constructs_)
      verdicts_.push_back(decideOne(construct));
    hideInside();
    markHiddenTasks();
    for (size_t i = 0; i < constructs_.size(); ++i)
      leaveUntiedTask(int(i));
    for (const Construct &construct : constructs_)
      if (verdicts_[size_t(&construct - constructs_.data())].hidden)
        tellHolder(construct);
    return std::move(verdicts_);
  }

private:
  /// The first reason against probes wins. Reasons that only a plan gives come last.
  Verdict decideOne(const Construct &construct) const {
    if (!construct.forbidden.empty())
      return hide(construct.forbidden);
    const DirectiveRule &rule = ruleFor(construct);
    if (rule.action == Action::LeaveAlone)
      return leave(rule.reason);
    if (const ClauseRule *clause = findClauseRule(construct, compiler_, Effect::LeftAlone))
      return hide(clause->reason);
    if (construct.kind == NodeKind::Section && parentIsCancelled(construct))
      return hide(cancelled);
    if (std::string why = reasonIn(unprobed_.whole, construct); !why.empty())
      return leaveByPlan(why);
    Verdict verdict = byRule(construct, rule);
    if (!plan_.wants(probeOf(verdict.action), construct.kind))
      return hide("left out on request");
    refine(construct, verdict);
    return verdict;
  }

  std::string reasonIn(const std::vector<std::string> &reasons, const Construct &construct) const {
    return reasons.empty() ? "" : reasons[size_t(&construct - constructs_.data())];
  }

  /// The verdict by the directive's row alone.
  Verdict byRule(const Construct &construct, const DirectiveRule &rule) const {
    Verdict verdict;
    verdict.action =
        findClauseRule(construct, compiler_, Effect::Waits) ? Action::Wait : rule.action;
    verdict.reason = rule.reason;
    verdict.opaque = rule.opaque;
    verdict.treatment = Treatment::Measured;
    if (rule.action == Action::Count || rule.action == Action::CountedCall)
      verdict.treatment = Treatment::Counted;
    else if (*rule.opaque)
      verdict.treatment = Treatment::Outside;
    if (construct.is_spin)
      verdict.opaque = "spin";
    return verdict;
  }

  /// Adds what clauses, loops and jumps of the construct change in the verdict.
  void refine(const Construct &construct, Verdict &verdict) const {
    bool from_outside = verdict.treatment == Treatment::Outside;
    switch (verdict.action) {
    case Action::Region:
    case Action::SplitRegion:
      return refineRegion(construct, verdict);
    case Action::Work:
    case Action::Body:
    case Action::OwnBarrier:
      return from_outside ? void() : refineWork(construct, verdict);
    case Action::SerialLoop:
      verdict.count_iterations = true;
      verdict.by_cleanup = construct.may_leave;
      return;
    case Action::SerialCode:
      verdict.by_cleanup = construct.may_leave;
      return;
    case Action::Task:
      verdict.by_cleanup = construct.has_cancel;
      return;
    case Action::Taskloop:
      return refineTaskloop(construct, verdict);
    default:
      return;
    }
  }

  /// Why single iterations are not sampled. A reason that the user can change comes first. A short
  /// body whose iterations are handed out one by one is never vectorised.
  std::string whyUnsampled(const Construct &construct, const Verdict &verdict) const {
    if (!verdict.count_iterations)
      return "its iterations cannot be counted";
    if (!plan_.wants(ProbeKind::Iteration, NodeKind::For))
      return "left out on request";
    if (!construct.shape.is_short)
      return {};
    if (scheduleOf(findClause(construct.clauses, "schedule")).dispatchesEach())
      return {};
    return "no loop or call is known to stay in its body, which may be vectorised";
  }

  /// The inner half may have to keep its own barrier. The region is measured all the same.
  void refineRegion(const Construct &construct, Verdict &verdict) const {
    bool split = verdict.action == Action::SplitRegion;
    if (const char *refusal = split ? cannotSplit(construct) : nullptr) {
      verdict = outside(refusal, "unsplit");
      return;
    }
    if (construct.has_tasks)
      verdict.opaque = "tasks";
    NodeKind half = innerHalf(construct.name);
    verdict.keeps_barrier = split && keepsItsBarrier(construct);
    verdict.count_iterations = split && !verdict.keeps_barrier && !construct.loop_body.empty();
    if (half == NodeKind::For)
      verdict.unsampled = whyUnsampled(construct, verdict);
    if (split)
      refineHalf(construct, half, verdict);
    if (construct.has_cancel && !split) {
      verdict.by_cleanup = true;
      verdict.opaque = "cancel";
    }
  }

  /// Without probes around it, the inner half counts as code of the region.
  void refineHalf(const Construct &construct, NodeKind half, Verdict &verdict) const {
    std::string why = reasonIn(unprobed_.half, construct);
    if (why.empty() && plan_.wants(ProbeKind::Work, half))
      return;
    verdict.half = why.empty() ? Treatment::LeftAlone : Treatment::Unprobed;
    verdict.half_reason = why.empty() ? "left out on request" : why;
    verdict.count_iterations = false;
    verdict.hides = true;
  }

  /// The barrier at the end of a worksharing construct is timed apart, if nowait may be added.
  void refineWork(const Construct &construct, Verdict &verdict) const {
    bool may_end_in_barrier =
        construct.kind == NodeKind::For || construct.kind == NodeKind::Sections ||
        construct.kind == NodeKind::Single || construct.kind == NodeKind::Scope;
    verdict.count_iterations = verdict.action == Action::Work && !construct.loop_body.empty();
    if (construct.kind == NodeKind::For)
      verdict.unsampled = whyUnsampled(construct, verdict);
    if (!may_end_in_barrier || hasClause(construct.clauses, "nowait"))
      return;
    bool has_barrier_probes = plan_.probes.count(ProbeKind::Barrier) > 0;
    if (hasClause(construct.clauses, "copyprivate")) {
      verdict.barrier_around = has_barrier_probes;
      return;
    }
    if (const char *kept = keepsItsBarrier(construct)) {
      verdict.treatment = Treatment::Outside;
      verdict.reason = kept;
      verdict.opaque = "barrier";
      verdict.count_iterations = false;
      verdict.unsampled = whyUnsampled(construct, verdict);
      return;
    }
    verdict.timed_barrier = has_barrier_probes;
    // A single's time ends with its body, before the barrier.
    (verdict.action == Action::Body ? verdict.hidden : verdict.hides) = !verdict.timed_barrier;
  }

  /// The tasks of a taskloop are bracketed iteration by iteration, or not at all.
  void refineTaskloop(const Construct &construct, Verdict &verdict) const {
    verdict.by_cleanup = true; // past a continue
    const char *refusal = hidesItsTasks(construct);
    if (!refusal)
      return;
    verdict = leave(refusal);
    verdict.action = Action::Work;
    verdict.treatment = Treatment::Outside;
    verdict.opaque = "tasks";
  }

  /// Why the tasks of a taskloop cannot be bracketed, or null.
  const char *hidesItsTasks(const Construct &construct) const {
    if (construct.loop_body.empty())
      return hidden_tasks;
    if (construct.is_short)
      return "no probe can stand around its tasks, and its iterations are too short for one";
    if (construct.has_cancel)
      return cancelled;
    if (hasClause(construct.clauses, "reduction"))
      return "a taskloop with a reduction waits where no probe can stand";
    bool in_untied =
        construct.task >= 0 && hasClause(constructs_[size_t(construct.task)].clauses, "untied");
    if (compiler_ == "clang" && (in_untied || hasClause(construct.clauses, "untied")))
      return "an untied task, and no probe can stand around one of its scheduling points";
    return nullptr;
  }

  /// Marks regions whose waits may run tasks without probes.
  void markHiddenTasks() {
    std::set<int> marked_otherwise;
    for (size_t i = 0; i < constructs_.size(); ++i) {
      int region = createsHiddenTasks(i) ? regionOf(constructs_, i) : -1;
      if (region < 0)
        continue;
      std::string &opaque = verdicts_[size_t(region)].opaque;
      if (opaque.empty())
        opaque = opaque_tasks;
      else if (opaque != opaque_tasks)
        marked_otherwise.insert(region);
    }
    if (!marked_otherwise.empty())
      markTaskWaits(marked_otherwise);
  }

  bool createsHiddenTasks(size_t index) const {
    NodeKind kind = constructs_[index].kind;
    const Verdict &verdict = verdicts_[index];
    return (kind == NodeKind::Taskloop && verdict.action != Action::Taskloop) ||
           (kind == NodeKind::Task && verdict.treatment == Treatment::Unprobed);
  }

  /// Marks the waits themselves, where their regions are marked for another reason.
  void markTaskWaits(const std::set<int> &regions) {
    for (size_t i = 0; i < constructs_.size(); ++i) {
      NodeKind kind = constructs_[i].kind;
      bool waits = verdicts_[i].action == Action::GroupWait || kind == NodeKind::Taskwait ||
                   kind == NodeKind::Taskyield;
      if (waits && verdicts_[i].action != Action::LeaveAlone && verdicts_[i].opaque.empty() &&
          regions.count(regionOf(constructs_, i)) > 0)
        verdicts_[i].opaque = opaque_tasks;
    }
  }

  /// Why `nowait` may not be added to this worksharing construct, or null.
  const char *keepsItsBarrier(const Construct &construct) const {
    if (const ClauseRule *clause = findClauseRule(construct, compiler_, Effect::KeepsBarrier))
      return clause->reason;
    return construct.has_cancel ? cancelled : nullptr;
  }

  /// Why a combined directive may not be written as two, or null.
  const char *cannotSplit(const Construct &construct) const {
    if (const ClauseRule *clause = findClauseRule(construct, compiler_, Effect::NotSplit))
      return clause->reason;
    bool own_default = std::ranges::any_of(construct.clauses, defaultsToPrivate);
    for (const WrittenClause &clause : construct.clauses) {
      if (halfOf(clause, construct) == Half::Unknown)
        return "it has a clause whose half is not known";
      if (own_default && needsShared(clause) && !clause.lists_only_variables)
        return "default(private) or default(firstprivate), and a list with more than variables";
    }
    return nullptr;
  }

  bool parentIsCancelled(const Construct &construct) const {
    return construct.parent >= 0 && constructs_[size_t(construct.parent)].has_cancel;
  }

  /// Takes the probes out of regions that are timed from outside, up to the next region inside.
  void hideInside() {
    std::vector<char> hidden;
    for (size_t i = 0; i < constructs_.size(); ++i) {
      int parent = constructs_[i].parent;
      bool around = parent >= 0 && hidden[size_t(parent)];
      if (around && verdicts_[i].action != Action::LeaveAlone)
        verdicts_[i] = leave("inside a region that is timed only from outside");
      hidden.push_back(around || verdicts_[i].action == Action::RegionOutside);
    }
  }

  /// Clang may go on with an untied task on another thread behind each of these.
  static bool isSchedulingPoint(const Construct &construct) {
    switch (construct.kind) {
    case NodeKind::Task:
    case NodeKind::Taskloop:
    case NodeKind::Taskwait:
    case NodeKind::Taskyield:
    case NodeKind::Taskgroup:
    case NodeKind::Target:
      return true;
    default:
      return false;
    }
  }

  /// Clang may resume an untied task on another thread. So the task is suspended around each of its
  /// scheduling points, or gets no probes if that is impossible at one of them.
  void leaveUntiedTask(int index) {
    const Construct &construct = constructs_[size_t(index)];
    if (compiler_ != "clang" || construct.task < 0 || !isSchedulingPoint(construct) ||
        verdicts_[size_t(construct.task)].action != Action::Task ||
        !hasClause(constructs_[size_t(construct.task)].clauses, "untied"))
      return;
    if (construct.forbidden.empty() && nothingBetween(construct)) {
      verdicts_[size_t(index)].leaves_task = construct.task;
      return;
    }
    verdicts_[size_t(construct.task)] =
        hide("an untied task, and no probe can stand around one of its scheduling points");
    for (int i = construct.task + 1; i < int(constructs_.size()); ++i)
      if (verdicts_[size_t(i)].leaves_task == construct.task)
        verdicts_[size_t(i)].leaves_task = -1;
  }

  /// The body of a taskgroup or a scope counts as code of the construct around it.
  static bool hasOwnTime(const Verdict &verdict) {
    return verdict.action != Action::LeaveAlone && verdict.treatment != Treatment::Counted &&
           verdict.action != Action::GroupWait && verdict.action != Action::OwnBarrier;
  }

  /// A loop of region code without a wait. It may count as code of the construct around it.
  static bool isCode(const Construct &construct) {
    return construct.kind == NodeKind::Loop && !construct.is_spin;
  }

  /// Marks the nearest measured construct around a hidden one: its time holds the hidden one's.
  void tellHolder(const Construct &construct) {
    Action wanted = ruleFor(construct).action;
    if (wanted == Action::LeaveAlone || probeOf(wanted) == ProbeKind::Count || isCode(construct))
      return;
    for (int at = construct.parent; at >= 0; at = constructs_[size_t(at)].parent) {
      Verdict &verdict = verdicts_[size_t(at)];
      if (!hasOwnTime(verdict))
        continue;
      verdict.hides = true;
      return;
    }
  }

  /// Whether no probes lie between a scheduling point and its task. Another thread would close
  /// them.
  bool nothingBetween(const Construct &construct) const {
    for (int at = construct.parent; at != construct.task && at >= 0;
         at = constructs_[size_t(at)].parent)
      if (verdicts_[size_t(at)].action != Action::LeaveAlone &&
          verdicts_[size_t(at)].action != Action::GroupWait)
        return false;
    return true;
  }

  const std::vector<Construct> &constructs_;
  const Plan &plan_;
  const std::string &compiler_;
  const Unprobed &unprobed_;
  std::vector<Verdict> verdicts_;
};

} // namespace

std::vector<Verdict> decide(const std::vector<Construct> &constructs, const Plan &plan,
                            const std::string &compiler, const Unprobed &unprobed) {
  std::vector<Verdict> verdicts = Decider(constructs, plan, compiler, unprobed).run();
  gatherCounts(constructs, verdicts);
  return verdicts;
}

} // namespace tare
