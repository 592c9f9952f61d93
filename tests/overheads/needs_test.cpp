// SPDX-License-Identifier: Apache-2.0
// What an overhead says that it needs is what its formula reads, and the plan has probes for it.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"
#include "catch.hpp"
#include "instrumenter/plan/plan.h"

#include <map>
#include <set>

using namespace tare;

namespace {

using Letters = std::set<char>; // of states, as StateTraits has them

struct RunField {
  const char *name;
  Ticks RunBalance::*member;
  char letter;
};

const RunField run_fields[] = {
    {"serial", &RunBalance::serial, 'S'},
    {"serial_probe", &RunBalance::serial_probe, 'P'},
    {"serial_off_cpu", &RunBalance::serial_off_cpu, 'Y'},
    {"probe", &RunBalance::probe, 'P'},
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
    for (Ticks &ticks : node)
      ticks = 1000 * scale;
    node.executions = 10;
  }
  return run;
}

/// The one-thread run and the p-thread run, with the further programs or without.
Balances someBalances(const KeyTable &keys, bool ignored, bool serial_program, bool counters,
                      bool job) {
  Balances b;
  b.keys = &keys;
  b.one = someRun(keys, 1, 1);
  b.many = someRun(keys, 2, 2);
  b.plain = 1900000;
  b.many.ranks = job ? 2 : 0;
  auto at = [&](const char *name) { return keys.find("x.c#main#" + std::string(name) + "#0"); };
  b.many.nodes[at("region")].executions = 20;
  b.many.nodes[at("more on p threads")].executions = 20;
  b.one.nodes[at("on p threads only")].executions = 0;
  // Nearly all that one thread computes is the serial program's: no limit cuts a difference off.
  b.serial = b.one.serial;
  for (const NodeBalance &node : b.one.nodes)
    b.serial += node[State::Work] + node[State::Region] + node[State::Opaque];
  if (ignored)
    b.ignored = b.serial + 10;
  if (counters)
    b.clock_ratio = 0.9;
  if (serial_program) {
    SerialBalance serial;
    serial.work.assign(keys.size(), 4000);
    serial.counterpart_by.assign(keys.size(), "exact");
    serial.short_by.resize(keys.size());
    serial.counterpart_by[at("more on p threads")] = "shape";
    serial.counterpart_by[at("without a twin")] = "";
    serial.work[at("without a twin")] = 0;
    b.serial_program = serial;
  }
  return b;
}

std::map<int, Ticks> posted(const Overhead &overhead, const Balances &b) {
  std::vector<Posting> postings;
  if (!overhead.applies || overhead.applies(b))
    postings = overhead.postings(b);
  std::map<int, Ticks> sums;
  for (const Posting &posting : postings)
    sums[posting.key] += posting.ticks;
  std::erase_if(sums, [](const auto &sum) { return sum.second == 0; });
  return sums;
}

/// The letters of every time that makes a difference.
Letters readBy(const Overhead &overhead, Balances b) {
  Letters letters;
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
        letters.insert(field.letter);
    for (NodeBalance &node : run->nodes)
      for (const StateTraits &row : state_table)
        if (differs(node[row.state]))
          letters.insert(row.letters.begin(), row.letters.end());
  }
  return letters;
}

Letters neededBy(const Overhead &overhead) {
  Letters letters(overhead.needs_too.begin(), overhead.needs_too.end());
  for (State state : overhead.states)
    letters.insert(traitsOf(state).letters.begin(), traitsOf(state).letters.end());
  return letters;
}

std::string textOf(const Letters &letters) { return {letters.begin(), letters.end()}; }

} // namespace

TEST_CASE("the table of states has every time of a balance") {
  constexpr size_t counts = 5; // executions, instances, most, acquisitions, contended
  CHECK(sizeof(NodeBalance) == (state_table.size() + counts) * sizeof(Ticks));
}

TEST_CASE("an overhead needs the states that its formula reads, and no others") {
  KeyTable keys = someNodes();
  for (const Overhead *overhead : allOverheads()) {
    Letters read;
    for (int with = 0; with < 16; ++with)
      read.merge(readBy(*overhead, someBalances(keys, with & 1, with & 2, with & 4, with & 8)));
    INFO(overhead->category);
    CHECK(textOf(neededBy(*overhead)) == textOf(read));
  }
}

TEST_CASE("every state is read by an overhead") {
  KeyTable keys = someNodes();
  auto reads = [&](const Overhead &overhead, Balances b, State state) {
    std::map<int, Ticks> before = posted(overhead, b);
    for (NodeBalance &node : b.many.nodes)
      node[state] += 101;
    return posted(overhead, b) != before;
  };
  // Nobody knows what these are: they are a part of `unidentified`, which every state changes.
  const StateSet without_a_name = {State::WaitUnknown, State::Opaque};
  for (const StateTraits &row : state_table) {
    bool any = without_a_name.has(row.state);
    for (const Overhead *overhead : allOverheads())
      for (int with = 0; with < 16 && overhead->category != category::unidentified; ++with)
        any |=
            reads(*overhead, someBalances(keys, with & 1, with & 2, with & 4, with & 8), row.state);
    INFO("state number " << int(row.state) << " of states.h, letters " << row.letters);
    CHECK(any);
  }
}

TEST_CASE("every state that an overhead needs has probes in the plan") {
  const std::set<ProbeKind> always = planFor("").probes;
  for (const Overhead *overhead : allOverheads())
    for (char letter : neededBy(*overhead)) {
      INFO(overhead->category << " needs " << letter);
      CHECK(planFor({&letter, 1}).probes != always);
    }
}

TEST_CASE("what the overheads need together is the full plan: no probe is put in for nothing") {
  Letters all, known = {'P'};
  for (const Overhead *overhead : allOverheads())
    all.merge(neededBy(*overhead));
  for (const StateTraits &row : state_table)
    known.insert(row.letters.begin(), row.letters.end());
  CHECK(planFor(textOf(all)).probes == fullPlan().probes);
  CHECK(textOf(all) == textOf(known));
}
