// SPDX-License-Identifier: Apache-2.0
// A serial program that is slower with probes than without: what is said of it, and what it leaves
// of the amounts at constructs.
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "serial_programs.h"

using namespace tare;
using namespace tare::test;

TEST_CASE("a serial program that is slower with probes: by them, or by its code") {
  auto noteOf = [](double probes) {
    Repetition repetition = repetitionOf({100, 40, 660, 66, 30}, {100, 40, 700, 70, 30}, 700);
    repetition.serial_instrumented =
        instrumented(serialProgram({100, 0, 600, 60, 0}, 95, "header"));
    repetition.serial_instrumented->observed.high = probes;
    Experiment experiment;
    experiment.repetitions = {repetition};
    Table table = account(experiment).value().tables[0];
    for (const std::string &note : sentencesOf(table.notes))
      if (note.starts_with("with probes the serial program took"))
        return note;
    return std::string();
  };
  CHECK_THAT(noteOf(0), Catch::Contains("much time in short constructs") && // not known
                            Catch::EndsWith("bands of work inflation"));
  CHECK_THAT(noteOf(150), Catch::EndsWith("much time in short constructs"));
  CHECK_THAT(noteOf(10), Catch::Contains("its code is slower"));
}

namespace {

/// As Tare finds it: with probes the loop's code takes twice as long, the rest as long as before.
Experiment slowedSerial(double probes) {
  Repetition repetition = repetitionOf({100, 40, 700, 60, 30}, {100, 40, 700, 60, 30}, 855);
  repetition.serial_instrumented =
      instrumented(serialProgram({100, 40, 1200, 60, 30}, 25, "exact"));
  repetition.serial_instrumented->observed.high = probes;
  repetition.ignored = repetition.serial;
  repetition.serial->counts.faults = 1000;
  repetition.serial_instrumented->counts.faults = 20000;
  Experiment experiment;
  experiment.reference = "serial";
  experiment.same_source = true;
  experiment.repetitions = {repetition};
  return experiment;
}

constexpr double tick_s = 1e-6;

bool mayBeNone(const Table &table, std::string_view kind) {
  for (const ConstructLines &construct : table.constructs)
    for (const LedgerLine &line : construct.overheads)
      if (construct.kind == kind && line.category == category::instruction_level)
        return line.time.low_s <= tick_s && line.time.high_s >= -tick_s;
  return true;
}

std::string notesOf(const Experiment &experiment) {
  std::string text;
  Ledger ledger = account(experiment).value();
  for (const std::string &note : sentencesOf(ledger.tables[0].notes))
    text += note + "\n";
  return text;
}

} // namespace

TEST_CASE("where code that is slower with probes lies is not known: places may be equal") {
  Table slowed = account(slowedSerial(10)).value().tables[0];
  Table explained = account(slowedSerial(600)).value().tables[0];
  for (const char *kind : {"single", "critical", "loop", "call"}) { // each equal, by hand
    INFO(kind);
    CHECK(mayBeNone(slowed, kind));
    CHECK_FALSE(mayBeNone(explained, kind));
  }
  for (size_t i = 0; i < slowed.overheads.size(); ++i) // of the whole program all is known
    CHECK(slowed.overheads[i].time.high_s == explained.overheads[i].time.high_s);
  for (const ConstructLines &construct : slowed.constructs)
    for (const LedgerLine &line : construct.overheads)
      if (construct.kind == "for" && line.category == category::instruction_level)
        CHECK(line.time.high_s >= Approx(50e-6)); // 700 - 600, of two threads
}

TEST_CASE("page faults of both serial programs, and an alignment that they have already") {
  Experiment experiment = slowedSerial(10);
  CHECK_THAT(notesOf(experiment), Catch::Contains("the serial program has 1000 page faults, with "
                                                  "probes 20000: its compiler drops work") &&
                                      Catch::Contains("-falign-functions=64"));
  experiment.runs.emplace_back().compiler = "gcc -falign-functions=64 -O2 x.c";
  CHECK_THAT(notesOf(experiment),
             Catch::Contains("its code is slower") && !Catch::Contains("-falign-functions"));
  experiment.repetitions[0].serial_instrumented->counts.faults = 1001;
  CHECK_THAT(notesOf(experiment), !Catch::Contains("page faults"));
}
