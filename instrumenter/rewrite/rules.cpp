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

Decision leave(std::string reason) {
  Decision decision;
  decision.reason = std::move(reason);
  return decision;
}

/// The region is timed from outside: what a thread does inside is not known.
Decision outside(std::string reason) {
  Decision decision = leave(reason);
  decision.action = Action::RegionOutside;
  decision.treatment = Treatment::Outside;
  decision.opaque = std::move(reason);
  return decision;
}

void decideRegion(const Construct &construct, const Plan &plan, Decision &decision) {
  const char *refusal = decision.action == Action::SplitRegion ? cannotSplit(construct) : nullptr;
  if (construct.has_cancel)
    refusal = "it can be cancelled";
  if (refusal) {
    decision = outside(refusal);
    return;
  }
  if (construct.has_tasks)
    decision.opaque = "tasks";
  NodeKind half = construct.name == "parallel sections" ? NodeKind::Sections : NodeKind::For;
  if (decision.action == Action::SplitRegion && !plan.wants(ProbeKind::Work, half))
    decision.action = Action::Region;
  decision.count_iterations =
      decision.action == Action::SplitRegion && !construct.loop_body.empty();
}

void decideWork(const Construct &construct, const Plan &plan, Decision &decision) {
  bool may_end_in_barrier = construct.kind == NodeKind::For ||
                            construct.kind == NodeKind::Sections ||
                            construct.kind == NodeKind::Single;
  decision.count_iterations = decision.action == Action::Work && !construct.loop_body.empty();
  if (!may_end_in_barrier || has(construct, "nowait"))
    return;
  if (const char *kept = keepsItsBarrier(construct)) {
    decision.treatment = Treatment::Outside;
    decision.reason = kept;
    decision.opaque = "barrier";
    decision.count_iterations = false;
    return;
  }
  decision.timed_barrier = plan.probes.count(ProbeKind::Barrier) > 0;
}

Decision decideOne(const Construct &construct, const Plan &plan) {
  if (!construct.forbidden.empty())
    return leave(construct.forbidden);
  const Rule &rule = ruleFor(construct);
  if (rule.action == Action::LeaveAlone)
    return leave(rule.reason);
  if (!plan.wants(probeOf(rule.action), construct.kind))
    return leave("left out on request");
  if (rule.action == Action::RegionOutside)
    return outside(rule.reason);
  Decision decision;
  decision.action = rule.action;
  decision.reason = rule.reason;
  decision.treatment = rule.action == Action::Count ? Treatment::Counted : Treatment::Measured;
  if (construct.is_spin)
    decision.opaque = "spin";
  if (rule.action == Action::Region || rule.action == Action::SplitRegion)
    decideRegion(construct, plan, decision);
  else if (rule.action == Action::Work || rule.action == Action::Body)
    decideWork(construct, plan, decision);
  else if (rule.action == Action::SerialLoop)
    decision.count_iterations = true;
  return decision;
}

} // namespace

std::vector<Decision> decide(const std::vector<Construct> &constructs, const Plan &plan) {
  std::vector<Decision> decisions;
  std::vector<char> hidden; // inside a region that is timed from outside, until a region of its own
  for (const Construct &construct : constructs) {
    bool around = construct.parent >= 0 && hidden[size_t(construct.parent)];
    Decision decision = decideOne(construct, plan);
    if (around && decision.action != Action::LeaveAlone)
      decision = leave("inside a region that is timed only from outside");
    hidden.push_back(around || decision.action == Action::RegionOutside);
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

} // namespace tare
