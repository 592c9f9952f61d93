// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/rules.h"

#include <algorithm>

namespace tare {

namespace {

struct Rule {
  const char *name; // as spelled
  Action action;
  const char *reason; // of LeaveAlone, RegionOutside and Count
};

constexpr const char *no_tasks = "tasks are not measured yet";
constexpr const char *not_split = "a combined form that is not split";
constexpr const char *part_of_work = "it only transforms the loop around or below it";

constexpr Rule rules[] = {
    {"parallel", Action::Region, ""},
    {"parallel for", Action::SplitRegion, ""},
    {"parallel for simd", Action::SplitRegion, ""},
    {"parallel sections", Action::SplitRegion, ""},
    {"for", Action::Work, ""},
    {"for simd", Action::Work, ""},
    {"sections", Action::Work, ""},
    {"section", Action::Body, ""},
    {"single", Action::Body, ""},
    {"master", Action::Body, ""},
    {"masked", Action::Body, ""},
    {"critical", Action::Critical, ""},
    {"barrier", Action::Barrier, ""},
    {"atomic", Action::Count, ""},
    {"flush", Action::Count, ""},
    {"task", Action::Count, no_tasks},
    {"taskloop", Action::Count, no_tasks},
    {"taskloop simd", Action::Count, no_tasks},
    {"taskwait", Action::LeaveAlone, no_tasks},
    {"taskgroup", Action::LeaveAlone, no_tasks},
    {"taskyield", Action::LeaveAlone, no_tasks},
    {"ordered", Action::LeaveAlone, "ordered regions are not measured yet"},
    {"scope", Action::LeaveAlone, "scope is not measured yet"},
    {"simd", Action::LeaveAlone, "a simd loop is part of the work around it"},
    {"loop", Action::LeaveAlone, "the compiler chooses what a loop directive becomes"},
    {"tile", Action::LeaveAlone, part_of_work},
    {"unroll", Action::LeaveAlone, part_of_work},
    {"reverse", Action::LeaveAlone, part_of_work},
    {"interchange", Action::LeaveAlone, part_of_work},
    {"cancel", Action::LeaveAlone, "cancellation is not measured"},
};

/// Forms that are recognised by how they begin, after the exact names.
constexpr Rule beginnings[] = {
    {"parallel", Action::RegionOutside, not_split},
    {"master taskloop", Action::LeaveAlone, no_tasks},
    {"masked taskloop", Action::LeaveAlone, no_tasks},
    {"cancel", Action::LeaveAlone, "cancellation is not measured"},
    {"target", Action::LeaveAlone, "device constructs are not measured"},
    {"teams", Action::LeaveAlone, "teams are not measured"},
    {"distribute", Action::LeaveAlone, "teams are not measured"},
};

constexpr Rule unknown_rule = {"", Action::LeaveAlone, "this directive is not measured"};
constexpr Rule loop_rule = {"", Action::SerialLoop, ""};
constexpr Rule section_rule = {"", Action::Body, ""};

const Rule &ruleFor(const Construct &construct) {
  if (construct.kind == NodeKind::Loop)
    return loop_rule;
  if (construct.name.empty())
    return construct.kind == NodeKind::Section ? section_rule : unknown_rule;
  for (const Rule &rule : rules)
    if (construct.name == rule.name)
      return rule;
  for (const Rule &rule : beginnings)
    if (construct.name.rfind(rule.name, 0) == 0)
      return rule;
  return unknown_rule;
}

bool has(const Construct &construct, std::string_view name, std::string_view modifier = {}) {
  return std::any_of(construct.clauses.begin(), construct.clauses.end(), [&](const Clause &clause) {
    return clause.name == name && (modifier.empty() || clause.modifier == modifier);
  });
}

/// Why `nowait` may not be added to this worksharing construct, or null.
const char *keepsItsBarrier(const Construct &construct) {
  if (has(construct, "reduction", "inscan"))
    return "an inscan reduction needs its own barrier";
  if (has(construct, "reduction", "task"))
    return "a task reduction needs its own barrier";
  if (has(construct, "copyprivate"))
    return "copyprivate needs its own barrier";
  if (has(construct, "ordered", "doacross"))
    return "a doacross loop keeps its own barrier";
  return construct.has_cancel ? "it can be cancelled" : nullptr;
}

/// Clauses whose place in a split is known; see splitPragma.
const char *cannotSplit(const Construct &construct) {
  static constexpr std::string_view known[] = {
      "num_threads",  "proc_bind",   "copyin",    "shared",  "default",  "if",       "private",
      "firstprivate", "lastprivate", "reduction", "linear",  "schedule", "collapse", "ordered",
      "nowait",       "allocate",    "order",     "aligned", "safelen",  "simdlen",  "nontemporal"};
  for (const Clause &clause : construct.clauses)
    if (std::find(std::begin(known), std::end(known), clause.name) == std::end(known))
      return "it has a clause whose half is not known";
  if (has(construct, "default", "private"))
    return "default(private) or default(firstprivate) on a combined form";
  if (has(construct, "if", "other"))
    return "an if clause for another directive";
  return keepsItsBarrier(construct);
}

ProbeKind probeOf(Action action) {
  switch (action) {
  case Action::Work:
  case Action::Body:
    return ProbeKind::Work;
  case Action::Critical:
    return ProbeKind::Lock;
  case Action::Barrier:
    return ProbeKind::Barrier;
  case Action::Count:
    return ProbeKind::Count;
  case Action::SerialLoop:
    return ProbeKind::SerialLoop;
  default:
    return ProbeKind::Region;
  }
}

Verdict leave(std::string reason) {
  Verdict verdict;
  verdict.reason = std::move(reason);
  return verdict;
}

/// The region is timed from outside: what a thread does inside is not known.
Verdict outside(std::string reason) {
  Verdict verdict = leave(reason);
  verdict.action = Action::RegionOutside;
  verdict.treatment = Treatment::Outside;
  verdict.opaque = std::move(reason);
  return verdict;
}

void decideRegion(const Construct &construct, const Plan &plan, Verdict &verdict) {
  const char *refusal = verdict.action == Action::SplitRegion ? cannotSplit(construct) : nullptr;
  if (construct.has_cancel)
    refusal = "it can be cancelled";
  if (refusal) {
    verdict = outside(refusal);
    return;
  }
  if (construct.has_tasks)
    verdict.opaque = "tasks";
  NodeKind half = construct.name == "parallel sections" ? NodeKind::Sections : NodeKind::For;
  if (verdict.action == Action::SplitRegion && !plan.wants(ProbeKind::Work, half))
    verdict.action = Action::Region;
  verdict.count_iterations = verdict.action == Action::SplitRegion && !construct.loop_body.empty();
}

void decideWork(const Construct &construct, const Plan &plan, Verdict &verdict) {
  bool may_end_in_barrier = construct.kind == NodeKind::For ||
                            construct.kind == NodeKind::Sections ||
                            construct.kind == NodeKind::Single;
  verdict.count_iterations = verdict.action == Action::Work && !construct.loop_body.empty();
  if (!may_end_in_barrier || has(construct, "nowait"))
    return;
  if (const char *kept = keepsItsBarrier(construct)) {
    verdict.treatment = Treatment::Outside;
    verdict.reason = kept;
    verdict.opaque = "barrier";
    verdict.count_iterations = false;
    return;
  }
  verdict.timed_barrier = plan.probes.count(ProbeKind::Barrier) > 0;
}

Verdict decideOne(const Construct &construct, const Plan &plan) {
  if (!construct.forbidden.empty())
    return leave(construct.forbidden);
  const Rule &rule = ruleFor(construct);
  if (rule.action == Action::LeaveAlone)
    return leave(rule.reason);
  if (!plan.wants(probeOf(rule.action), construct.kind))
    return leave("left out on request");
  if (rule.action == Action::RegionOutside)
    return outside(rule.reason);
  Verdict verdict;
  verdict.action = rule.action;
  verdict.reason = rule.reason;
  verdict.treatment = rule.action == Action::Count ? Treatment::Counted : Treatment::Measured;
  if (construct.is_spin)
    verdict.opaque = "spin";
  if (rule.action == Action::Region || rule.action == Action::SplitRegion)
    decideRegion(construct, plan, verdict);
  else if (rule.action == Action::Work || rule.action == Action::Body)
    decideWork(construct, plan, verdict);
  else if (rule.action == Action::SerialLoop)
    verdict.count_iterations = !construct.is_spin;
  return verdict;
}

} // namespace

std::vector<Verdict> decide(const std::vector<Construct> &constructs, const Plan &plan) {
  std::vector<Verdict> verdicts;
  std::vector<char> hidden; // inside a region that is timed from outside, until a region of its own
  for (const Construct &construct : constructs) {
    bool around = construct.parent >= 0 && hidden[size_t(construct.parent)];
    Verdict verdict = decideOne(construct, plan);
    if (around && verdict.action != Action::LeaveAlone)
      verdict = leave("inside a region that is timed only from outside");
    hidden.push_back(around || verdict.action == Action::RegionOutside);
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

} // namespace tare
