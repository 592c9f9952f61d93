// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/plan/plan.h"

#include <iterator>

namespace tare {

namespace {

/// One state is measured by one or more kinds of probe. The set-up of the runtime (P), time without
/// a core (Y) and the size of teams (E, X) are read where regions begin and end.
struct Need {
  State state;
  ProbeKind probe;
};

constexpr Need needs[] = {
    {State::S, ProbeKind::Region},  {State::S, ProbeKind::SerialCode},
    {State::R, ProbeKind::Region},  {State::R, ProbeKind::SerialLoop},
    {State::R, ProbeKind::Task},    {State::R, ProbeKind::Wait},
    {State::W, ProbeKind::Region},  {State::W, ProbeKind::Work},
    {State::W, ProbeKind::Task},    {State::F, ProbeKind::Region},
    {State::J, ProbeKind::Region},  {State::B, ProbeKind::Region},
    {State::B, ProbeKind::Barrier}, {State::B, ProbeKind::Work},
    {State::Z, ProbeKind::Region},  {State::Z, ProbeKind::Barrier},
    {State::L, ProbeKind::Region},  {State::L, ProbeKind::Lock},
    {State::L, ProbeKind::Wait},    {State::D, ProbeKind::Region},
    {State::D, ProbeKind::Work},    {State::D, ProbeKind::Iteration},
    {State::C, ProbeKind::Region},  {State::C, ProbeKind::Task},
    {State::Q, ProbeKind::Region},  {State::Q, ProbeKind::Barrier},
    {State::Q, ProbeKind::Task},    {State::Q, ProbeKind::Wait},
    {State::I, ProbeKind::Region},  {State::I, ProbeKind::Barrier},
    {State::I, ProbeKind::Task},    {State::I, ProbeKind::Wait},
    {State::P, ProbeKind::Region},  {State::Y, ProbeKind::Region},
    {State::E, ProbeKind::Region},  {State::X, ProbeKind::Region},
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

Plan fullPlan() { return planFor({std::begin(all_states), std::end(all_states)}); }

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
