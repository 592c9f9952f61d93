// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"

#include <algorithm>

using namespace tare;
using namespace tare::test;

namespace {

constexpr double ticks_per_second = 1e6; // of every FakeRun

/// A loop of which thread 1 has `more` ticks more than thread 0.
std::shared_ptr<const Profile> loop(size_t threads, Ticks more, uint64_t iterations = 20) {
  constexpr Ticks of_each = 100000;
  FakeRun run(static_cast<int>(threads));
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t node = run.node(NodeKind::For, "", true);
  run.describe(node).hashes = {1, 2, 3};
  run.fork(region, std::vector<Ticks>(threads, 0));
  uint64_t share = iterations / threads;
  for (size_t i = 0; i < threads; ++i)
    run.spend(i, node, Spent::Body, of_each * Ticks(share) + (i == 1 ? more : 0), share);
  run.join(0);
  return run.shared();
}

} // namespace

TEST_CASE("regions of other threads of the program's own") {
  Profile profile = *loop(2, 0);
  profile.foreign_regions = 10;
  Result<Ledger> ledger = account(alone(profile));
  REQUIRE(ledger.ok());
  CHECK(ledger.value().tables[0].foreign_regions == 10);
  CHECK(ledger.value().tables[0].speedup_limit == 0); // what they do is not serial code
  profile.regions = 0;
  Result<Ledger> none = account(alone(profile));
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("by threads other than the initial one") != std::string::npos);
}

TEST_CASE("threads of the program's own that execute no region") {
  Profile profile = *loop(2, 0);
  profile.threads[0].serial_ticks += 4000000;
  profile.window += 4000000;
  auto table = [&](double cpu_s) {
    profile.other_cpu_s = cpu_s;
    Result<Ledger> ledger = account(alone(profile));
    REQUIRE(ledger.ok());
    return ledger.value().tables[0];
  };
  auto told = [](const Table &table) {
    return std::ranges::any_of(sentencesOf(table.notes), [](const std::string &note) {
      return note.find("of CPU time, which the table does not cover") != std::string::npos;
    });
  };
  Table busy = table(6);
  CHECK(busy.other_threads_s == 6);
  CHECK(busy.speedup_limit == 0); // the serial code may be theirs
  CHECK(told(busy));
  Table idle = table(0.1);
  CHECK(idle.other_threads_s == 0);
  CHECK(idle.speedup_limit > 0);
  CHECK_FALSE(told(idle));
  profile.threads[0].serial_ticks -= 3960000;
  profile.window -= 3960000;
  Table beside = table(1); // of the serial code it can be no more than that is
  CHECK(beside.other_threads_s == 0);
  CHECK(beside.speedup_limit > 0);
  CHECK_FALSE(told(beside));
}

TEST_CASE("work that is longer than the CPU time was slept") {
  auto slept = [](double cpu_s, double one_cpu_s, double runq_s) {
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented.profile = loop(2, 1000000); // work of 3000000 ticks
    repetition.instrumented.cpu_s = cpu_s / ticks_per_second;
    repetition.instrumented.runq_s = runq_s / ticks_per_second;
    repetition.one = InstrumentedRun{loop(1, 0)}; // of 2000000
    repetition.one->cpu_s = one_cpu_s / ticks_per_second;
    KeyTable keys;
    return closed(repetition, keys).asleep_s * ticks_per_second;
  };
  CHECK(slept(2400000, 2000000, 0) == Approx(600000));
  CHECK(slept(2400000, 1900000, 0) == Approx(500000)); // beyond what one thread sleeps
  CHECK(slept(2400000, 2000000, 400000) == Approx(200000));
  CHECK(slept(3500000, 2000000, 0) == 0); // threads spun elsewhere
  CHECK(slept(0, 2000000, 0) == 0);       // not known
  CHECK(slept(2400000, 0, 0) == 0);       // what one thread sleeps is not known
}

TEST_CASE("sleep is not known where the system tells no waits for cores") {
  for (double runq_s : {0.0, 1e-6}) {
    Repetition repetition;
    repetition.threads = 2;
    repetition.instrumented = InstrumentedRun{loop(2, 1000000), runq_s, 1};
    repetition.one = InstrumentedRun{loop(1, 0), 0, 2};
    Experiment experiment;
    experiment.reference = "omp_1";
    experiment.repetitions = {repetition};
    Result<Ledger> ledger = account(experiment);
    REQUIRE(ledger.ok());
    CHECK((ledger.value().tables[0].asleep_s > 0) == (runq_s > 0));
  }
}

TEST_CASE("workers of constructs without probes inside are no threads of the program's own") {
  auto otherThreads = [](NodeKind kind, Treatment treatment, bool is_executed) {
    FakeRun run(2);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t unseen = run.node(kind, "unseen");
    run.describe(unseen).treatment = treatment;
    run.serial(4000000);
    run.fork(region, {0, 0});
    for (size_t i = 0; i < 2; ++i)
      run.spend(i, region, Spent::Body, 1000000);
    run.join(0);
    Profile profile = run.finish();
    profile.threads[0].nodes[unseen].cells[Spent::Body].entries = is_executed;
    profile.other_cpu_s = 3;
    Result<Ledger> ledger = account(alone(profile));
    REQUIRE(ledger.ok());
    return ledger.value().tables[0].other_threads_s;
  };
  for (NodeKind kind : {NodeKind::Teams, NodeKind::Target}) {
    CHECK(otherThreads(kind, Treatment::Outside, true) == 0);
    CHECK(otherThreads(kind, Treatment::Outside, false) == 3);
  }
  CHECK(otherThreads(NodeKind::Single, Treatment::Outside, true) == 3);
}

TEST_CASE("serial code that takes longer than the serial program limits nothing") {
  for (Ticks serial : {3000000, 7000000}) {
    Profile profile = *loop(2, 0);
    profile.threads[0].serial_ticks += 4000000;
    profile.window += 4000000;
    Repetition repetition;
    repetition.threads = 2;
    repetition.serial = PlainRun{serial, 0, {}};
    repetition.instrumented.profile = std::make_shared<const Profile>(profile);
    Experiment experiment;
    experiment.reference = "serial";
    experiment.repetitions = {repetition};
    Result<Ledger> ledger = account(experiment);
    REQUIRE(ledger.ok());
    INFO(serial);
    CHECK((ledger.value().tables[0].speedup_limit == 0) == (serial < 4000000));
  }
}

TEST_CASE("a table keeps every figure of every accepted tuple") {
  Experiment experiment;
  experiment.reference = "serial";
  experiment.settings.parameters["n"] = "10";
  for (int number : {2, 3, 5, 7}) {
    Repetition repetition;
    repetition.number = number;
    repetition.threads = 2;
    repetition.accepted = number != 3;
    repetition.one = InstrumentedRun{loop(1, 0), 0};
    repetition.instrumented = InstrumentedRun{loop(2, 1000 * number), 0};
    repetition.serial = PlainRun{2000000 + number, 0};
    experiment.repetitions.push_back(repetition);
  }
  Result<Ledger> ledger = account(experiment);
  REQUIRE(ledger.ok());
  CHECK(ledger.value().settings.parameters.at("n") == "10");
  const Table &table = ledger.value().tables[0];
  CHECK(table.repetitions == std::vector<int>{2, 5, 7});
  double rate = experiment.repetitions[0].instrumented.profile->ticks_per_second;
  REQUIRE(table.serial_repetitions_s.size() == 3);
  CHECK(table.serial_repetitions_s[1] == Approx(2000005 / rate));
  CHECK(table.parallel_repetitions_s[2] == Approx(1007000 / rate));
  for (const LedgerLine &line : table.overheads)
    CHECK(line.repetitions_s.size() == 3);
  REQUIRE(table.constructs.size() == 1);
  CHECK(table.constructs[0].hashes == std::array<uint64_t, 3>{1, 2, 3});
  for (const LedgerLine &line : table.constructs[0].overheads)
    if (line.category == category::load_imbalance)
      for (size_t i = 0; i < 3; ++i) // half of what the one thread has more
        CHECK(line.repetitions_s[i] == Approx(500 * table.repetitions[i] / rate));
}

namespace {

/// What a table of runs whose loop does these iterations says of unlike runs.
std::string unlikeRuns(const std::vector<uint64_t> &iterations, bool is_cut_off = false) {
  Experiment experiment;
  experiment.reference = "omp_1";
  for (uint64_t count : iterations) {
    Profile profile = *loop(2, 0, count);
    profile.cut_off = is_cut_off;
    Repetition repetition;
    repetition.threads = 2;
    repetition.one = InstrumentedRun{loop(1, 0)};
    repetition.instrumented = InstrumentedRun{std::make_shared<const Profile>(profile)};
    experiment.repetitions.push_back(repetition);
  }
  Result<Ledger> ledger = account(experiment);
  REQUIRE(ledger.ok());
  for (const std::string &note : sentencesOf(ledger.value().tables[0].notes))
    if (note.find("did not all do the same") != std::string::npos)
      return note;
  return "";
}

} // namespace

TEST_CASE("runs whose loop does not do the same iterations each time are told of") {
  std::string note = unlikeRuns({40, 52, 44});
  INFO(note);
  CHECK(note.find("did 40 to 52 iterations") != std::string::npos);
  CHECK(unlikeRuns({100, 104, 100}).empty());
  CHECK(unlikeRuns({52, 52, 52}).empty()); // not as many as on one thread, but the same
  CHECK(unlikeRuns({40, 52, 44}, true).empty());
}

TEST_CASE("approximated times that do not add up: the ledger has those that were measured") {
  auto with = [](Ticks lost) {
    Profile profile = *loop(2, 1000);
    profile.threads[0].probe_ticks += lost;
    return alone(profile);
  };
  Result<Ledger> sound = accountOrMeasured(with(0), [&] { return with(7); });
  REQUIRE(sound.ok());
  CHECK(sound.value().warnings.empty());
  Result<Ledger> measured = accountOrMeasured(with(7), [&] { return with(0); });
  REQUIRE(measured.ok());
  REQUIRE(measured.value().warnings.size() == 1);
  CHECK(sentenceOf(measured.value().warnings[0]).find("do not add up") != std::string::npos);
  CHECK_FALSE(accountOrMeasured(with(7), [&] { return with(7); }).ok());
  CHECK_FALSE(accountOrMeasured(with(7), [] { return Error{"gone"}; }).ok());
  Experiment none_accepted = with(0);
  none_accepted.repetitions[0].accepted = false;
  Result<Ledger> none = accountOrMeasured(none_accepted, [&] { return with(0); });
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().message.find("no accepted run") == 0);
}

namespace {

/// `regions` regions of which the last one was never ended: what was done in it is in no log.
/// Threads start 300 and 500 ticks after each fork.
Profile cutOffIn(int regions) {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  run.describe(region).clauses = clausesIn("parallel reduction(+ : s)");
  for (int i = 0; i < regions; ++i) {
    run.fork(region, {300, 500});
    run.spend(0, region, Spent::Body, 5000);
    run.spend(1, region, Spent::Body, 4800);
    run.join(0);
  }
  Profile profile = run.finish();
  for (ProfileThread &thread : profile.threads)
    std::erase_if(thread.log, [&](const Segment &s) { return s.instance == uint64_t(regions); });
  profile.cut_off = true;
  profile.log_complete = false;
  return profile;
}

} // namespace

TEST_CASE("the start of the runtime is known of a run that was cut off in its first region") {
  auto rows = [](const Profile &profile) {
    Result<Ledger> ledger = account(alone(profile));
    REQUIRE(ledger.ok());
    const Table &table = ledger.value().tables[0];
    return std::pair(timeOf(table, category::startup), timeOf(table, category::fork_join));
  };
  CHECK(rows(cutOffIn(1)) == std::pair(0.0004, 0.0)); // 800 ticks of two threads
  CHECK(rows(cutOffIn(2)) == std::pair(0.0004, 0.0004));
  Profile sampled = cutOffIn(1);
  sampled.level_regions = 1; // the first one may have ended
  CHECK(rows(sampled) == std::pair(0.0, 0.0004));
}

TEST_CASE("the iterations of a worksharing loop are those of all threads, where they are counted") {
  auto counted = [](bool is_counted) {
    Profile profile = *loop(2, 0, 24);
    profile.modules[0].tree.nodes[1].counted_iterations = is_counted;
    Result<Ledger> ledger = account(alone(profile));
    REQUIRE(ledger.ok());
    const std::vector<ConstructLines> &all = ledger.value().tables[0].constructs;
    auto found = std::ranges::find(all, "for", &ConstructLines::kind);
    REQUIRE(found != all.end());
    return found->iterations_counted;
  };
  CHECK(counted(true) == 24);
  CHECK(counted(false) == 0);
}
