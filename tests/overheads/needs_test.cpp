// SPDX-License-Identifier: Apache-2.0
// What an overhead says that it needs is what its formula reads, and the plan has probes for it.
#include "analyzer/overheads/overhead.h"
#include "catch.hpp"
#include "instrumenter/plan/plan.h"

#include <map>
#include <set>

using namespace tare;

namespace {

using States = std::set<State>;

/// What must have been measured for a field. A wait's cause is known from what made its thread
/// late.
struct Field {
  const char *name;
  Ticks NodeBalance::*member;
  States states;
};

const Field fields[] = {
    {"work", &NodeBalance::work, {State::W}},
    {"region", &NodeBalance::region, {State::R}},
    {"opaque", &NodeBalance::opaque, {State::W}},
    {"fork", &NodeBalance::fork, {State::F}},
    {"startup", &NodeBalance::startup, {State::F, State::B}},
    {"lock", &NodeBalance::lock, {State::L}},
    {"user_wait", &NodeBalance::user_wait, {State::L}},
    {"scheduling", &NodeBalance::scheduling, {State::D}},
    {"creation", &NodeBalance::creation, {State::C}},
    {"fetching", &NodeBalance::fetching, {State::Q}},
    {"lack_of_tasks", &NodeBalance::lack_of_tasks, {State::I}},
    {"wait_load", &NodeBalance::wait_load, {State::B, State::W, State::R}},
    {"wait_part", &NodeBalance::wait_part, {State::B, State::W}},
    {"wait_lock", &NodeBalance::wait_lock, {State::B, State::L}},
    {"wait_user", &NodeBalance::wait_user, {State::B, State::L}},
    {"wait_offcpu", &NodeBalance::wait_offcpu, {State::B, State::Y}},
    {"skew_release", &NodeBalance::skew_release, {State::B, State::Z}},
    {"skew_fork", &NodeBalance::skew_fork, {State::B, State::F}},
    {"release", &NodeBalance::release, {State::Z}},
    {"join", &NodeBalance::join, {State::J}},
    {"wait_unknown", &NodeBalance::wait_unknown, {State::B}},
    {"off_cpu", &NodeBalance::off_cpu, {State::Y}},
    {"missing", &NodeBalance::missing, {State::E}},
    {"surplus", &NodeBalance::surplus, {State::X}},
    {"serial", &NodeBalance::serial, {State::S}},
};

struct RunField {
  const char *name;
  Ticks RunBalance::*member;
  State state;
};

const RunField run_fields[] = {
    {"serial", &RunBalance::serial, State::S},
    {"serial_probe", &RunBalance::serial_probe, State::P},
    {"serial_off_cpu", &RunBalance::serial_off_cpu, State::Y},
    {"probe", &RunBalance::probe, State::P},
};

/// Constructs of every sort that a formula tells apart.
KeyTable someNodes() {
  Profile profile;
  profile.modules.resize(1);
  auto add = [&](NodeKind kind, const char *name, const char *opaque) {
    Node node;
    node.id = {"x.c", "main", name, 0};
    node.kind = kind;
    node.opaque = opaque;
    profile.modules[0].tree.nodes.push_back(node);
  };
  add(NodeKind::Parallel, "region", "");
  add(NodeKind::For, "same count", "");
  add(NodeKind::For, "more on p threads", "");
  add(NodeKind::For, "on p threads only", "");
  add(NodeKind::For, "without a twin", "");
  add(NodeKind::For, "opaque", "reduction");
  KeyTable keys;
  keys.add(profile);
  return keys;
}

RunBalance someRun(const KeyTable &keys, int threads, Ticks scale) {
  RunBalance run;
  run.threads = threads;
  run.window = 1000000 * scale;
  run.serial = 50000 * scale;
  run.serial_probe = run.serial_off_cpu = run.probe = 1000 * scale;
  run.nodes.resize(keys.size());
  for (NodeBalance &node : run.nodes) {
    for (const Field &field : fields)
      node.*field.member = 1000 * scale;
    node.executions = 10;
  }
  return run;
}

/// The one-thread run and the p-thread run, with the further programs or without.
Balances someBalances(const KeyTable &keys, bool ignored, bool serial_program, bool counters) {
  Balances b;
  b.keys = &keys;
  b.one = someRun(keys, 1, 1);
  b.many = someRun(keys, 2, 2);
  b.plain = 1900000;
  auto at = [&](const char *name) { return keys.find("x.c#main#" + std::string(name) + "#0"); };
  b.many.nodes[at("region")].executions = 20;
  b.many.nodes[at("more on p threads")].executions = 20;
  b.one.nodes[at("on p threads only")].executions = 0;
  // Nearly all that one thread computes is the serial program's: no limit cuts a difference off.
  b.serial = b.one.serial;
  for (const NodeBalance &node : b.one.nodes)
    b.serial += node.work + node.region + node.opaque;
  if (ignored)
    b.ignored = b.serial + 10;
  if (counters)
    b.clock_ratio = 0.9;
  if (serial_program) {
    SerialBalance serial;
    serial.work.assign(keys.size(), 4000);
    serial.twin_by.assign(keys.size(), "exact");
    serial.short_by.resize(keys.size());
    serial.twin_by[at("more on p threads")] = "shape";
    serial.twin_by[at("without a twin")] = "";
    serial.work[at("without a twin")] = 0;
    b.serial_program = serial;
  }
  return b;
}

std::map<int, Ticks> posted(const Overhead &overhead, const Balances &b) {
  std::vector<Posting> postings;
  if (!overhead.applies || overhead.applies(b))
    overhead.formula(b, postings);
  std::map<int, Ticks> sums;
  for (const Posting &posting : postings)
    sums[posting.key] += posting.ticks;
  std::erase_if(sums, [](const auto &sum) { return sum.second == 0; });
  return sums;
}

/// The states of every field that makes a difference.
States readBy(const Overhead &overhead, Balances b) {
  States states;
  std::map<int, Ticks> before = posted(overhead, b);
  auto differs = [&](Ticks &field) {
    field += 101;
    bool other = posted(overhead, b) != before;
    field -= 101;
    return other;
  };
  for (RunBalance *run : {&b.one, &b.many}) {
    for (const RunField &field : run_fields)
      if (differs(run->*field.member))
        states.insert(field.state);
    for (NodeBalance &node : run->nodes)
      for (const Field &field : fields)
        if (differs(node.*field.member))
          states.insert(field.states.begin(), field.states.end());
  }
  return states;
}

States statesOf(const Overhead &overhead) { return {overhead.needs.begin(), overhead.needs.end()}; }

std::string letters(const States &states) {
  std::string text;
  for (State state : states)
    text += "SRWFBZJLDCQIPYEX"[static_cast<size_t>(state)];
  return text;
}

} // namespace

TEST_CASE("the table of this test has every time of a balance") {
  constexpr size_t counts = 5; // executions, instances, most, acquisitions, contended
  CHECK(sizeof(NodeBalance) == (std::size(fields) + counts) * sizeof(Ticks));
}

TEST_CASE("an overhead needs the states that its formula reads, and no others") {
  KeyTable keys = someNodes();
  for (const Overhead *overhead : allOverheads()) {
    States read;
    for (int with = 0; with < 8; ++with)
      read.merge(readBy(*overhead, someBalances(keys, with & 1, with & 2, with & 4)));
    INFO(overhead->category);
    CHECK(letters(statesOf(*overhead)) == letters(read));
  }
}

TEST_CASE("every state that an overhead needs has probes in the plan") {
  const std::set<ProbeKind> always = planFor({}).probes;
  for (const Overhead *overhead : allOverheads())
    for (State state : overhead->needs) {
      INFO(overhead->category << " needs " << letters({state}));
      CHECK(planFor({state}).probes != always);
    }
}

TEST_CASE("what the overheads need together is the full plan: no probe is put in for nothing") {
  States all;
  for (const Overhead *overhead : allOverheads())
    all.merge(statesOf(*overhead));
  CHECK(planFor(all).probes == fullPlan().probes);
  CHECK(letters(all) == letters({std::begin(all_states), std::end(all_states)}));
}
