// SPDX-License-Identifier: Apache-2.0
// The serial program with probes, the program without its pragmas, serial code by place, counters:
// they add places and split lines, and never change the sums.
#include "analyzer/accounts/close.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/additional_split.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "serial_programs.h"
#include "tests/accounts/close_alone.h"

using namespace tare;
using namespace tare::test;

TEST_CASE("whatever was run, the books close, and the sum of additional computation is the same") {
  Work one{104, 41, 660, 66, 33}, many{108, 42, 700, 70, 35};
  Ticks known = 0;
  for (int which = 0; which < 8; ++which) {
    Repetition repetition = repetitionOf(one, many, 840);
    if (which & 1)
      repetition.ignored = plain(which & 4 ? 840 : 855);
    if (which & 2)
      repetition.serial_instrumented = instrumented(serialProgram({}, 10, "exact"));
    KeyTable keys;
    RepetitionAccount a = closed(repetition, keys, which & 4); // closes, or the test ends here
    known = which ? known : additional(a);
    INFO("runs " << which);
    CHECK(additional(a) == known);
    CHECK(line(a, category::unidentified) == 0);
    CHECK(a.applies[indexOf(category::instruction_level)] == ((which & 1) != 0));
    CHECK((which & 1 || line(a, category::instruction_level) == 0));
  }
  CHECK(known == (104 + 25 + 660 + 66 + 33 + 41) - 840);
}

TEST_CASE("a construct without a twin that a construct with one calls is in that one's twin") {
  Work work, serial = work;
  serial.loop += serial.critical; // its counterpart's time holds what it calls
  serial.critical = 0;
  Profile reference = serialProgram(serial, 25, "header");
  auto outcome = [&](const OuterNodes &outer) {
    Repetition repetition = repetitionOf(work, work, 855);
    repetition.one = instrumented(calling(openMP(1, work), outer));
    repetition.instrumented = instrumented(calling(openMP(2, work), outer));
    repetition.serial_instrumented = instrumented(reference);
    KeyTable keys;
    RepetitionAccount a = closed(repetition, keys);
    return std::pair(lineAt(a, keys, NodeKind::For, category::additional_computation),
                     a.unidentified.unpaired);
  };
  CHECK(outcome({LOOP}) == std::pair<Ticks, Ticks>(0, 0));
  CHECK(outcome({LOOP, REGION}) == std::pair<Ticks, Ticks>(-60, 60)); // no one place
  CHECK(outcome(OuterNodes({LOOP}, true)) == std::pair<Ticks, Ticks>(-60, 60));
  CHECK(outcome({}) == std::pair<Ticks, Ticks>(-60, 60));
}

TEST_CASE("a twin that was too short to be measured is one") {
  Work work, serial = work;
  serial.loop += serial.single; // the counterpart around it has its time
  serial.single = 0;
  Profile reference = serialProgram(serial, 25, "exact");
  auto unpaired = [&](uint64_t entries) {
    Profile met = reference;
    met.modules[0].tree.nodes[SINGLE].counterpart = met.modules[0].tree.nodes[SINGLE].id.text();
    met.threads[0].nodes[SINGLE].cells[Spent::Serial].entries = entries;
    Repetition repetition = repetitionOf(work, work, 855);
    repetition.serial_instrumented = instrumented(met);
    KeyTable keys;
    RepetitionAccount a = closed(repetition, keys);
    bool has_counterpart =
        !a.work.at(keys.find(met.modules[0].tree.nodes[SINGLE].id.text())).counterpart_by.empty();
    return std::pair(a.unidentified.unpaired, has_counterpart);
  };
  CHECK(unpaired(2000) == std::pair<Ticks, bool>(0, true));
  CHECK(unpaired(0) == std::pair<Ticks, bool>(30, false));
}

TEST_CASE("one source: what the compiler does differently, at each construct") {
  Work one{104, 41, 660, 66, 33};
  Repetition repetition = repetitionOf(one, one, 840); // of which 10 nowhere in particular
  repetition.ignored = repetition.serial;
  repetition.serial_instrumented = instrumented(serialProgram({}, 10, "same source"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys, true);
  CHECK(line(a, category::additional_computation) == 0);
  CHECK(lineAt(a, keys, NodeKind::For, category::instruction_level) == 660 - 600);
  CHECK(lineAt(a, keys, NodeKind::Critical, category::instruction_level) == 66 - 60);
  CHECK(lineAt(a, keys, NodeKind::Loop, category::instruction_level) == 104 - 100);
  CHECK(lineAt(a, keys, NodeKind::Call, category::instruction_level) == 41 - 40);
  CHECK(line(a, category::instruction_level) == 60 + 6 + 3 + 4 + 1 + 25 - 10);
  CHECK(line(a, category::unidentified) == 0);
}

TEST_CASE("two sources: the program without its pragmas tells what was written differently") {
  Work one{104, 41, 660, 66, 33};
  Repetition repetition = repetitionOf(one, one, 840);
  repetition.ignored = plain(852);
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(line(a, category::additional_computation) == 852 - 840);
  CHECK(line(a, category::instruction_level) == 929 - 852);
}

TEST_CASE("a construct's time in a slower run with probes is its share of T_s") {
  Work one{100, 40, 600, 60, 30}, slow{200, 80, 1200, 120, 60};
  Repetition repetition = repetitionOf(one, one, 855); // 25 elsewhere
  repetition.serial_instrumented = instrumented(serialProgram(slow, 50, "exact"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(additional(a) == 0);
  for (const auto &[key, lines] : a.at)
    CHECK(lines[indexOf(category::additional_computation)] == 0);
  CHECK(a.serial_program == 2 * 855);
}

TEST_CASE("constructs without a twin are pooled against what is left of T_s, in unidentified") {
  // The loop and what is in it have no counterpart: their 660 + 66 are somewhere in the serial
  // program's 700 of other code, the OpenMP program has 25 of that.
  Work one{100, 40, 660, 66, 30}, serial{100, 40, 0, 0, 30};
  Repetition repetition = repetitionOf(one, one, 870);
  repetition.serial_instrumented = instrumented(serialProgram(serial, 700, "exact"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.unpaired_work == 726);
  CHECK(a.unidentified.unpaired == 726 + 25 - 700);
  CHECK(line(a, category::unidentified) == a.unidentified.unpaired);
  CHECK(additional(a) == 0);
  for (const auto &[key, lines] : a.at)
    CHECK(lines[indexOf(category::unidentified)] == 0); // at no place
}

TEST_CASE("two sources and the program without its pragmas: nothing is pooled") {
  // As above; the source says 100 more than the serial program, the compiler makes 86 more of it.
  Work one{100, 40, 660, 66, 30}, serial{100, 40, 0, 0, 30};
  for (bool same_source : {false, true}) {
    Repetition repetition = repetitionOf(one, one, 735);
    repetition.ignored = plain(same_source ? 735 : 835);
    repetition.serial_instrumented = instrumented(serialProgram(serial, 565, "exact"));
    KeyTable keys;
    RepetitionAccount a = closed(repetition, keys, same_source);
    CHECK(a.unpaired_work == 726);
    CHECK(a.unidentified.unpaired == (same_source ? 726 + 25 - 565 : 0));
    CHECK(line(a, category::unidentified) == a.unidentified.unpaired);
    CHECK(line(a, category::additional_computation) == (same_source ? 0 : 100));
    CHECK(line(a, category::instruction_level) == (same_source ? 0 : 86));
    for (const auto &[key, lines] : a.at)
      CHECK(lines[indexOf(category::additional_computation)] == 0); // at no place
  }
}

TEST_CASE("what is pooled is never more than the work of constructs without a twin") {
  // A single of 5 without a counterpart does not explain 300 that the serial program computes more.
  Work one{100, 40, 600, 60, 5}, serial{100, 40, 600, 60, 0};
  Repetition repetition = repetitionOf(one, one, 1130);
  repetition.serial_instrumented = instrumented(serialProgram(serial, 330, "exact"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.unpaired_work == 5);
  CHECK(a.unidentified.unpaired == -5);
  CHECK(additional(a) == 5 + 25 - 330 + 5);
}

TEST_CASE("a construct without a twin in one that has: the outer twin holds what both do") {
  Work one{100, 40, 600, 60, 30}, serial{100, 40, 650, 0, 30};
  Repetition repetition = repetitionOf(one, one, 845);
  repetition.serial_instrumented = instrumented(serialProgram(serial, 25, "header"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.unpaired_work == 0);
  CHECK(lineAt(a, keys, NodeKind::For, category::additional_computation) == 600 + 60 - 650);
  CHECK(lineAt(a, keys, NodeKind::Critical, category::additional_computation) == 0);
}

TEST_CASE("the region of a combined directive has the twin of its loop") {
  auto make = [](bool serial) {
    FakeRun run(1);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.describe(loop).parent = static_cast<int>(region);
    for (uint32_t node : {region, loop})
      run.describe(node).place = {"fake.c", 7, 3, 9};
    if (serial) {
      run.describe(loop).counterpart = run.describe(loop).id.text();
      run.describe(loop).counterpart_by = "exact";
      run.serialAt(loop, 500);
      return run.finish();
    }
    run.fork(region, {0});
    run.spend(0, region, Spent::Body, 9);
    run.spend(0, loop, Spent::Body, 505, 60);
    run.join(0);
    return run.finish();
  };
  Repetition repetition;
  repetition.threads = 1;
  repetition.serial = plain(500);
  repetition.one = instrumented(make(false));
  repetition.instrumented = *repetition.one;
  repetition.serial_instrumented = instrumented(make(true));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(a.unpaired_work == 0);
  CHECK(lineAt(a, keys, NodeKind::For, category::additional_computation) == 14);
}

TEST_CASE("a twin of equal text differs by the compiler, others as the whole program does") {
  Work one{100, 40, 660, 66, 30}; // 66 more than the serial program
  bool equal = GENERATE(true, false);
  auto at_loop = [&](Ticks ignored, std::string_view category) {
    Repetition repetition = repetitionOf(one, one, 855);
    repetition.ignored = plain(ignored);
    repetition.serial_instrumented = instrumented(serialProgram({}, 25, equal ? "exact" : "shape"));
    KeyTable keys;
    RepetitionAccount a = closed(repetition, keys);
    CHECK(line(a, category::additional_computation) == ignored - 855); // whatever the places
    for (const auto &[key, lines] : a.at) // no place has what the program never took
      for (Ticks ticks : lines)
        CHECK((ticks > -2000 && ticks < 2000));
    return lineAt(a, keys, NodeKind::For, category);
  };
  for (auto [ignored, source] :
       {std::pair<Ticks, Ticks>{855, 0}, {888, 30}, {921, 60}, {1000, 60}}) {
    CHECK(at_loop(ignored, category::additional_computation) == (equal ? 0 : source));
    CHECK(at_loop(ignored, category::instruction_level) == 60 - (equal ? 0 : source));
  }
}

TEST_CASE("a twin of what one thread did not execute stays serial code") {
  Work one{100, 40, 600, 60, 0};
  Repetition repetition = repetitionOf(one, one, 855);
  Work serial{100, 40, 600, 60, 30}; // the single's code: elsewhere in the OpenMP program
  repetition.serial_instrumented = instrumented(serialProgram(serial, 25, "exact"));
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(additional(a) == 825 - 855);
  CHECK(lineAt(a, keys, NodeKind::Single, category::additional_computation) == 0);
}

TEST_CASE("serial code is unparallelised at its loop and its call") {
  Repetition repetition = repetitionOf({}, {}, 855);
  KeyTable keys;
  RepetitionAccount a = closed(repetition, keys);
  CHECK(line(a, category::unparallelised) == 100 + 25 + 40);
  CHECK(lineAt(a, keys, NodeKind::Loop, category::unparallelised) == 100);
  CHECK(lineAt(a, keys, NodeKind::Call, category::unparallelised) == 40);
  Repetition slower = repetitionOf({}, {110, 40}, 855);
  KeyTable others;
  RepetitionAccount b = closed(slower, others);
  CHECK(lineAt(b, others, NodeKind::Loop, category::work_rate) == 10);
}

TEST_CASE("counters divide the work rate into the cores' clock and cycles for data") {
  Work many{110, 44, 720, 72, 33};
  Repetition repetition = repetitionOf({}, many, 855);
  KeyTable keys;
  RepetitionAccount without = closed(repetition, keys);
  CHECK_FALSE(without.applies[indexOf(category::data_access)]);
  repetition.one->counts.cycles = 3000;
  repetition.one->counts.reference_cycles = 2000;
  repetition.instrumented.counts.cycles = 5400;
  repetition.instrumented.counts.reference_cycles =
      4000; // 1.35 against 1.5: the clock is 10 % slower
  RepetitionAccount with = closed(repetition, keys);
  CHECK(with.applies[indexOf(category::data_access)]);
  CHECK(lineAt(with, keys, NodeKind::For, category::work_rate) == 72); // of 720
  CHECK(lineAt(with, keys, NodeKind::For, category::data_access) == 648 - 600);
  CHECK(line(with, category::work_rate) + line(with, category::data_access) ==
        line(without, category::work_rate));
}

TEST_CASE("a serial program whose states do not sum to its window is refused") {
  Repetition repetition = repetitionOf({}, {}, 855);
  Profile broken = serialProgram({}, 25, "exact");
  bool lost = GENERATE(true, false);
  broken.threads[0].nodes[LOOP].cells[Spent::Serial].ticks += lost ? -7 : 7;
  repetition.serial_instrumented = instrumented(broken);
  KeyTable keys;
  Result<RepetitionAccount> account = closeRepetition(repetition, keys);
  REQUIRE_FALSE(account.ok());
  CHECK(account.error().message.find("states of the serial program sum to") != std::string::npos);
  CHECK(account.error().disagreement);
}

TEST_CASE("a table says how its constructs were paired, and what they computed in each program") {
  Experiment experiment;
  experiment.program = "fake";
  experiment.reference = "serial";
  Repetition repetition = repetitionOf({100, 40, 660, 66, 30}, {100, 40, 700, 70, 30}, 855);
  repetition.serial_instrumented = instrumented(serialProgram({100, 0, 600, 60, 0}, 95, "header"));
  repetition.serial->counts.faults = 10;
  experiment.repetitions = {repetition, repetition};
  experiment.repetitions[1].serial->counts.faults = 14;
  Result<Ledger> ledger = account(experiment);
  REQUIRE(ledger.ok());
  const Table &table = ledger.value().tables[0];
  CHECK(table.serial_counts.faults == 12);
  CHECK_FALSE(table.parallel_counts.faults.has_value());
  REQUIRE(table.pairing.has_value());
  CHECK(table.pairing->paired == 2);
  CHECK(table.pairing->unpaired == 1); // the single; the region computes nothing of its own
  CHECK(table.pairing->unpaired_work_s == Approx(30e-6));
  CHECK(table.pairing->probed_ratio == Approx(1));
  for (const ConstructLines &construct : table.constructs) {
    if (construct.kind == "for") {
      CHECK(construct.counterpart == "header");
      CHECK(construct.function == "main");
      CHECK(construct.work->serial_s == Approx(600e-6));
      CHECK(construct.work->one_s == Approx(660e-6));
      CHECK(construct.work->many_s == Approx(700e-6));
    }
    if (construct.kind == "single")
      CHECK(construct.counterpart == "none");
    if (construct.kind == "call") // serial code: none is looked for
      CHECK(construct.counterpart.empty());
  }
  for (const LedgerLine &found : table.overheads)
    CHECK(found.category != category::instruction_level); // nothing tells it
}

TEST_CASE("a run that some tuples of a table lack is used in none of them") {
  Experiment experiment;
  experiment.reference = "serial";
  Repetition repetition = repetitionOf({}, {}, 855);
  experiment.repetitions = {repetition, repetition};
  experiment.repetitions[0].ignored = plain(900);
  experiment.repetitions[1].serial_instrumented = instrumented(serialProgram({}, 25, "exact"));
  Result<Ledger> ledger = account(experiment);
  REQUIRE(ledger.ok());
  const Table &table = ledger.value().tables[0];
  CHECK_FALSE(table.pairing.has_value());
  for (const LedgerLine &found : table.overheads)
    CHECK(found.category != category::instruction_level);
}
