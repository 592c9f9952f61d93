// SPDX-License-Identifier: Apache-2.0
// What a run is compared with: runs that lack what the other has, counts that mean something else,
// and no run on one thread at all.
#include "analyzer/accounts/close.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

namespace {

FakeRun unevenLoop() {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.fork(region, {0, 0});
  run.spend(0, loop, Spent::Body, 5000, 5);
  run.spend(1, loop, Spent::Body, 7000, 5);
  run.join(0);
  run.finish();
  return run;
}

} // namespace

TEST_CASE("no work known of one thread: what differs from the serial program is additional") {
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented.profile = unevenLoop().shared();
  Result<RepetitionAccount> own = closeRepetition(repetition, keys);
  REQUIRE(own.ok());
  Ticks work = own.value().serial;
  for (Ticks less : {0, 5000, -5000}) {
    repetition.serial = PlainRun{work - less, 0};
    RepetitionAccount a = closed(repetition, keys);
    CHECK(a.serial == work - less);
    CHECK(line(a, category::work_rate) == 0);
    CHECK(line(a, category::additional_computation) == less);
    CHECK(line(a, category::load_imbalance) == 2000);
    for (const auto &[key, of] : a.work)
      CHECK(of.one == 0);
  }
}

TEST_CASE("without any run on one thread, region code is divided by the threads of its own teams") {
  FakeRun run(4);
  uint32_t small = run.node(NodeKind::Parallel, "small"),
           full = run.node(NodeKind::Parallel, "full");
  run.fork(small, {0});
  run.spend(0, small, Spent::Body, 1000);
  run.join(0);
  run.fork(full, {0, 0, 0, 0});
  for (size_t i = 0; i < 4; ++i)
    run.spend(i, full, Spent::Body, 500);
  run.join(0);
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 4;
  repetition.instrumented.profile = std::make_shared<const Profile>(run.finish());
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.serial == 1500);
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::replicated_work) == 1500);
}

TEST_CASE("a loop over threads has as many pieces, not as much work more") {
  for (NodeKind kind : {NodeKind::For, NodeKind::Task}) {
    auto make = [kind](size_t n, Ticks each) {
      FakeRun run(static_cast<int>(n));
      uint32_t region = run.node(NodeKind::Parallel, "");
      uint32_t pieces = run.node(kind, "", kind == NodeKind::For);
      run.fork(region, std::vector<Ticks>(n, 0));
      for (size_t i = 0; i < n; ++i)
        run.spend(i, pieces, Spent::Body, each, 1);
      run.join(0);
      return run.finish();
    };
    RepetitionAccount shared = closed(make(1, 8000), make(4, 2100), 4, 8000);
    CHECK(line(shared, category::additional_computation) == 0);
    CHECK(line(shared, category::work_rate) == 400);
    for (const auto &[key, of] : shared.work)
      CHECK(of.executions_many == of.executions_one);
    RepetitionAccount repeated = closed(make(1, 8000), make(4, 7900), 4, 8000);
    CHECK(line(repeated, category::additional_computation) == 3 * 7900);
    CHECK(line(repeated, category::work_rate) == -100);
    CHECK(std::ranges::any_of(repeated.work, [](const auto &of) {
      return of.second.executions_one == 1 && of.second.executions_many == 4;
    }));
  }
}

TEST_CASE(
    "serial code and a region that only one of the runs executes are set against each other") {
  auto make = [](size_t n) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t alone = run.node(NodeKind::Call, "alone"), both = run.node(NodeKind::Call, "both");
    uint32_t more = run.node(NodeKind::Call, "more");
    run.describe(more).serial = true;
    run.describe(alone).serial = run.describe(both).serial = true;
    uint32_t loop = run.node(NodeKind::For, "", true);
    uint32_t other = run.node(NodeKind::Parallel, "other");
    run.serialAt(both, 50);
    if (n == 1)
      run.serialAt(alone, 1000);
    else {
      run.serialAt(more, 30);
      run.fork(region, {0, 0});
      for (size_t i = 0; i < n; ++i)
        run.spend(i, loop, Spent::Body, 510, 10);
      run.join(0);
    }
    run.fork(other, std::vector<Ticks>(n, 0));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1), make(2), 2, 1050);
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::unidentified) == 0);
  CHECK(line(a, category::additional_computation) == 20 + 30); // 1020 for 1000, and `more`
}

TEST_CASE("own reference: code that asks for its thread's number is not called replicated") {
  for (bool asks : {false, true}) {
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    run.describe(region).uses_thread_num = asks;
    run.fork(region, {0, 0});
    for (size_t i = 0; i < 2; ++i)
      run.spend(i, region, Spent::Body, 1000);
    run.join(0);
    KeyTable keys;
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented.profile = run.shared();
    CHECK(line(closed(repetition, keys), category::replicated_work) == (asks ? 0 : 1000));
    repetition.serial = PlainRun{2000, 0};
    CHECK(line(closed(repetition, keys), category::replicated_work) == 0);
    CHECK(line(closed(repetition, keys), category::additional_computation) == 0);
  }
}

TEST_CASE("without a serial program T_s is the plain run on one thread") {
  auto make = [](size_t n, Ticks probes) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = run.node(NodeKind::Parallel, "");
    run.serial(1000);
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, region, Spent::Body, 600 / Ticks(n) + probes);
    run.join(0);
    return InstrumentedRun{std::make_shared<const Profile>(run.finish()), 0};
  };
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.plain_one = PlainRun{1600, 0};
  repetition.parallel = PlainRun{1300, 0};
  repetition.one = make(1, 400); // what its probes took was not taken out
  repetition.instrumented = make(2, 200);
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.serial == 1600);
  CHECK(a.unidentified.agreement == 2 * (1300 - 1500));
  CHECK(a.unidentified.reference == 400); // both are the probes', and cancel out
  CHECK(line(a, category::unidentified) == 0);
  CHECK(line(a, category::unparallelised) == 1000);

  Experiment experiment;
  experiment.program = "fake";
  experiment.reference = "omp_1";
  repetition.plain_one->counts.faults = 17;
  experiment.repetitions = {repetition};
  Result<Ledger> ledger = account(experiment);
  REQUIRE(ledger.ok());
  CHECK(ledger.value().tables[0].one_counts.faults == 17);

  repetition.threads = 1;
  repetition.parallel = repetition.plain_one;
  repetition.instrumented = *repetition.one;
  a = closed(repetition, keys);
  CHECK(a.serial == a.parallel);
  CHECK(line(a, category::unidentified) == 0);
}
