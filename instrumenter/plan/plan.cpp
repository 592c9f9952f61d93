// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/plan/plan.h"

#include <initializer_list>

namespace tare {

namespace {

/// A state, by its letter in docs/reference/overheads.md, is measured by one or more kinds of
/// probe. The set-up of the runtime (P), time without a core (Y) and the size of teams (E, X) are
/// read where regions begin and end.
struct Need {
  char state;
  std::initializer_list<ProbeKind> probes;
};

constexpr Need needs[] = {
    {'S', {ProbeKind::Region, ProbeKind::SerialCode}},
    {'R', {ProbeKind::Region, ProbeKind::SerialLoop, ProbeKind::Task, ProbeKind::Wait}},
    {'W', {ProbeKind::Region, ProbeKind::Work, ProbeKind::Task}},
    {'F', {ProbeKind::Region}},
    {'J', {ProbeKind::Region}},
    {'B', {ProbeKind::Region, ProbeKind::Barrier, ProbeKind::Work}},
    {'Z', {ProbeKind::Region, ProbeKind::Barrier}},
    {'L', {ProbeKind::Region, ProbeKind::Lock, ProbeKind::Wait}},
    {'D', {ProbeKind::Region, ProbeKind::Work, ProbeKind::Iteration}},
    {'C', {ProbeKind::Region, ProbeKind::Task}},
    {'Q', {ProbeKind::Region, ProbeKind::Barrier, ProbeKind::Task, ProbeKind::Wait}},
    {'I', {ProbeKind::Region, ProbeKind::Barrier, ProbeKind::Task, ProbeKind::Wait}},
    {'P', {ProbeKind::Region}},
    {'Y', {ProbeKind::Region}},
    {'E', {ProbeKind::Region}},
    {'X', {ProbeKind::Region}},
};

struct ProbeName {
  const char *name;
  ProbeKind probe;
};

constexpr ProbeName probe_names[] = {
    {"regions", ProbeKind::Region},
    {"work", ProbeKind::Work},
    {"barriers", ProbeKind::Barrier},
    {"serial-loops", ProbeKind::SerialLoop},
    {"locks", ProbeKind::Lock},
    {"counts", ProbeKind::Count},
    {"serial-code", ProbeKind::SerialCode},
    {"waits", ProbeKind::Wait},
    {"tasks", ProbeKind::Task},
    {"iterations", ProbeKind::Iteration},
};

} // namespace

bool Plan::wants(ProbeKind probe, NodeKind node) const {
  return probes.count(probe) > 0 && unprobed_kinds.count(node) == 0;
}

Plan planFor(std::string_view states) {
  Plan plan;
  plan.probes.insert(ProbeKind::Count);
  for (const Need &need : needs)
    if (states.find(need.state) != std::string_view::npos)
      plan.probes.insert(need.probes);
  return plan;
}

Plan fullPlan() {
  std::string states;
  for (const Need &need : needs)
    states += need.state;
  return planFor(states);
}

Result<void> leaveUnprobed(Plan &plan, const std::string &name) {
  for (const ProbeName &entry : probe_names) {
    if (name != entry.name)
      continue;
    plan.probes.erase(entry.probe);
    return {};
  }
  NodeKind kind = NodeKind::Other;
  if (!kindFromName(name, kind) || (!isOpenMP(kind) && kind != NodeKind::Loop))
    return Error{"there is no kind of probe or construct called '" + name + "'"};
  plan.unprobed_kinds.insert(kind);
  return {};
}

} // namespace tare
