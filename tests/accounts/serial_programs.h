// SPDX-License-Identifier: Apache-2.0
// Runs of an OpenMP program on any number of threads and of the serial program with its
// counterparts.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/ledger/categories.h"
#include "closed_repetition.h"
#include "fake_run.h"

namespace tare::test {

/// Nodes of the OpenMP program below, in this order.
enum { SERIAL_LOOP, SERIAL_CALL, REGION, LOOP, CRITICAL, SINGLE };

inline void declareNodes(FakeRun &run) {
  run.node(NodeKind::Loop, "input");
  run.node(NodeKind::Call, "output");
  run.node(NodeKind::Parallel, "");
  run.node(NodeKind::For, "", true);
  run.node(NodeKind::Critical, "");
  run.node(NodeKind::Single, "");
  run.describe(CRITICAL).parent = LOOP;
  run.describe(LOOP).parent = run.describe(SINGLE).parent = REGION;
}

struct Work {
  Ticks input = 100, output = 40, loop = 600, critical = 60, single = 30;
};

/// Serial code: input, 25 elsewhere, then a region, then output. The loop is shared out evenly.
inline Profile openMP(int threads, const Work &work) {
  FakeRun run(threads);
  declareNodes(run);
  run.serialAt(SERIAL_LOOP, work.input, 10);
  run.serial(25);
  auto n = static_cast<size_t>(threads);
  run.fork(REGION, std::vector<Ticks>(n, 2));
  for (size_t i = 0; i < n; ++i) {
    run.spend(i, LOOP, Spent::Body, work.loop / threads, 60 / n);
    for (int k = 0; k < 2 / threads; ++k) // twice in all
      run.spend(i, CRITICAL, Spent::Body, work.critical / 2);
  }
  if (work.single)
    run.spend(0, SINGLE, Spent::Body, work.single);
  run.join(3);
  run.serialAt(SERIAL_CALL, work.output);
  return run.finish();
}

/// The critical stands in a function of its own.
inline Profile calling(Profile profile, const OuterNodes &outer) {
  profile.modules[0].tree.nodes[CRITICAL].parent = -1;
  for (ProfileThread &thread : profile.threads)
    thread.nodes[CRITICAL].outer = outer;
  return profile;
}

/// Its counterparts in the serial program. `by` says how they were found; what is 0 has no
/// counterpart.
inline Profile serialProgram(const Work &work, Ticks elsewhere, const std::string &by) {
  FakeRun run(1);
  declareNodes(run);
  FakeRun names(1);
  declareNodes(names);
  auto counterpart = [&](uint32_t node, Ticks ticks) {
    if (!ticks)
      return;
    run.describe(node).counterpart = names.describe(node).id.text();
    run.describe(node).counterpart_by = by;
    run.serialAt(node, ticks);
  };
  run.serial(elsewhere);
  run.serialAt(SERIAL_LOOP, work.input);
  counterpart(LOOP, work.loop);
  counterpart(CRITICAL, work.critical);
  counterpart(SINGLE, work.single);
  run.serialAt(SERIAL_CALL, work.output);
  return run.finish();
}

inline InstrumentedRun instrumented(const Profile &profile) {
  return {std::make_shared<const Profile>(profile), 0, {}};
}

inline PlainRun plain(Ticks ticks) { return {ticks, 0, {}}; }

inline Repetition repetitionOf(const Work &one, const Work &many, Ticks serial) {
  Repetition repetition;
  repetition.threads = 2;
  repetition.serial = plain(serial);
  repetition.one = instrumented(openMP(1, one));
  repetition.instrumented = instrumented(openMP(2, many));
  return repetition;
}

inline Ticks lineAt(const RepetitionAccount &account, const KeyTable &keys, NodeKind kind,
                    std::string_view category) {
  for (const auto &[key, lines] : account.at)
    if (keys.node(key).kind == kind)
      return lines[indexOf(category)];
  return 0;
}

inline Ticks additional(const RepetitionAccount &account) {
  return line(account, category::additional_computation) +
         line(account, category::instruction_level);
}

} // namespace tare::test
