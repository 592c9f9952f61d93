// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/plan/plan.h"

namespace tare {

namespace {

/// One state is measured by one or more kinds of probe.
struct Need {
  State state;
  ProbeKind probe;
};

constexpr Need needs[] = {
    {State::Serial, ProbeKind::Region},     {State::Region, ProbeKind::Region},
    {State::Region, ProbeKind::SerialLoop}, {State::Work, ProbeKind::Region},
    {State::Work, ProbeKind::Work},         {State::Fork, ProbeKind::Region},
    {State::Join, ProbeKind::Region},       {State::Barrier, ProbeKind::Region},
    {State::Barrier, ProbeKind::Barrier},   {State::Barrier, ProbeKind::Work},
    {State::Lock, ProbeKind::Region},       {State::Lock, ProbeKind::Lock},
    {State::Lock, ProbeKind::Wait},         {State::Scheduling, ProbeKind::Region},
    {State::Scheduling, ProbeKind::Work},   {State::Scheduling, ProbeKind::Task},
    {State::Scheduling, ProbeKind::Wait},   {State::Work, ProbeKind::Task},
    {State::Region, ProbeKind::Task},       {State::Region, ProbeKind::Wait},
    {State::Serial, ProbeKind::SerialCode}, {State::Scheduling, ProbeKind::Iteration},
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
  return probes.count(probe) > 0 && left_out.count(node) == 0;
}

Plan planFor(const std::set<State> &states) {
  Plan plan;
  plan.probes.insert(ProbeKind::Count);
  for (const Need &need : needs)
    if (states.count(need.state) > 0)
      plan.probes.insert(need.probe);
  return plan;
}

Plan fullPlan() {
  return planFor({State::Serial, State::Region, State::Work, State::Fork, State::Barrier,
                  State::Lock, State::Scheduling, State::Join});
}

Result<void> leaveOut(Plan &plan, const std::string &name) {
  for (const ProbeName &entry : probe_names) {
    if (name != entry.name)
      continue;
    plan.probes.erase(entry.probe);
    return {};
  }
  NodeKind kind = NodeKind::Other;
  if (!kindFromName(name, kind) || (!isOpenMP(kind) && kind != NodeKind::Loop))
    return Error{"there is no kind of probe or construct called '" + name + "'"};
  plan.left_out.insert(kind);
  return {};
}

} // namespace tare
