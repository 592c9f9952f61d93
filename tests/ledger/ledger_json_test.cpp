// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"
#include "tests/scratch.h"

#include <cmath>
#include <set>

using namespace tare;
using tare::testing::Scratch;

namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

int64_t ns(double seconds) { return std::llround(seconds * 1e9); }

} // namespace

TEST_CASE("every category once, unidentified last, labels fit") {
  std::set<std::string_view> names;
  for (const CategoryInfo &info : allCategories()) {
    REQUIRE(names.insert(info.name).second);
    REQUIRE(info.in_group.size() <= 32);
  }
  REQUIRE(allCategories().back().name == category::unidentified);
}

TEST_CASE("a file reads back as the same text, whatever else is in it") {
  Scratch scratch;
  std::string path = scratch.path() + "/l.json";
  std::vector<Ledger> ledgers = {sampleLedger()};
  for (uint32_t seed = 1; seed <= 20; ++seed)
    ledgers.push_back(randomLedger(seed));
  for (const Ledger &ledger : ledgers) {
    std::string text = writeLedger(ledger);
    REQUIRE(
        writeFileAtomic(path, replaced(text, "\"program\":", "\"later\":[1],\"program\":")).ok());
    Result<Ledger> read = readLedgerFile(path);
    REQUIRE(read.ok());
    REQUIRE(writeLedger(read.value()) == text);
  }
  REQUIRE(writeFileAtomic(path, std::string(1000, '[')).ok());
  CHECK(readLedgerFile(path).error().text() ==
        path +
            ": this is not a table of Tare: it is not a JSON object; the file was damaged, or is "
            "none that this version of Tare has written");
  CHECK(readLedgerFile(scratch.path()).error().text() ==
        scratch.path() + ": is a folder, not a file");
}

TEST_CASE("what was written reads back as the same text") {
  std::string text = writeLedger(sampleLedger());
  Result<Ledger> ledger = readLedger(text);
  REQUIRE(ledger.ok());
  REQUIRE(writeLedger(ledger.value()) == text);
  const ConstructLines &loop = ledger.value().tables[1].constructs[0];
  REQUIRE(loop.directive == "for schedule(static)");
  REQUIRE(loop.iterations.at(1).first == 550);
  REQUIRE(loop.iterations.at(1).iterations == 560);
  REQUIRE(loop.iterations.at(0).deviation_s == 0.00003);
  REQUIRE(loop.iterations.at(1).deviation_s == 0);
  REQUIRE(loop.ranges_differ);
  REQUIRE(loop.over_time.at(0).span_s == 0.366);
  REQUIRE(ledger.value().tables[1].constructs[0].hashes[0] == 0x0123456789abcdef);
  REQUIRE(ledger.value().tables[1].overheads[0].repetitions_s.size() == 5);
  REQUIRE(ledger.value().tables[2].repetitions == std::vector<int>{1, 2, 3, 4});
  REQUIRE(ledger.value().settings.parameters.at("n") == "1100");
  REQUIRE(ledger.value().tables[1].own_cost.predicted_s == 0.0021);
  REQUIRE_FALSE(ledger.value().tables[2].own_cost.predicted_s);
  REQUIRE_FALSE(readLedger(replaced(text, "\"predicted_s\": 0.0021", "\"predicted_s\": -1")).ok());
  REQUIRE(ledger.value().openmp_runtime == OpenMPRuntime{"libomp", "/usr/lib/libomp.so.5", true});
  REQUIRE(ledger.value().tables[1].constructs[0].iterations_counted == 1099);
  REQUIRE(ledger.value().tables[1].constructs[0].cpu_waits == CpuWaits{0.0004, 0.0125});
  REQUIRE(ledger.value().tables[1].cpu_waits->many_s == 0.0128);
  REQUIRE(ledger.value().tables[1].advice.at(0).gain_s == 0.122);
  REQUIRE_FALSE(ledger.value().tables[2].cpu_waits);
  REQUIRE_FALSE(ledger.value().tables[1].own_cost.budget);
  const std::optional<Budget> &budget = ledger.value().tables[2].own_cost.budget;
  REQUIRE(budget);
  REQUIRE(budget->skipped_instances == 80);
  REQUIRE(budget->constructs.at(0).predicted_share == 0.14);
  REQUIRE(budget->constructs.at(1).reason == "28 ns each");
  REQUIRE_FALSE(budget->constructs.at(1).predicted_share);
}

TEST_CASE("whether the programs print the same comes back") {
  Ledger ledger = sampleLedger();
  CHECK_FALSE(readLedger(writeLedger(ledger)).value().outputs);
  ledger.outputs = Outputs{OutputStatus::Differs, "", 16, 3, 12, 1, 2, 0, 1, 0, {}};
  ledger.outputs->difference =
      Outputs::Difference{"parallel", "serial", 2, 1, 3, "sum 15.78", "sum 0.69", 0.956, 4, 3, 8};
  std::string text = writeLedger(ledger);
  Outputs read = readLedger(text).value().outputs.value();
  CHECK(read.status == OutputStatus::Differs);
  CHECK(read.differing == 3);
  CHECK(read.varying == 1);
  REQUIRE(read.difference);
  CHECK(read.difference->found == "sum 0.69");
  CHECK(read.difference->relative == 0.956);
  CHECK(read.difference->plain_runs == 4);
  CHECK(read.difference->of_runs == 8);
  CHECK_FALSE(readLedger(replaced(text, R"("status": "differs")", R"("status": "maybe")")).ok());
  CHECK_FALSE(readLedger(replaced(text, R"("line": 3)", R"("line": -3)")).ok());
  ledger.outputs->difference.reset();
  Result<Ledger> nowhere = readLedger(writeLedger(ledger));
  REQUIRE_FALSE(nowhere.ok());
  CHECK_THAT(nowhere.error().message, Catch::Contains("does not say where"));
}

TEST_CASE("a budget that cannot be is refused") {
  std::string text = writeLedger(sampleLedger());
  for (auto [from, to] : {std::pair(R"("asked": 0.02)", R"("asked": 1.5)"),
                          std::pair(R"("instances": 90.5)", R"("instances": 79)"),
                          std::pair(R"("left_out_share": 0.61)", R"("left_out_share": -1)")}) {
    Result<Ledger> read = readLedger(replaced(text, from, to));
    REQUIRE_FALSE(read.ok());
    REQUIRE_THAT(read.error().message, Catch::Contains("budget"));
  }
}

TEST_CASE("a figure that has not one value for each tuple is refused") {
  Ledger ledger = sampleLedger();
  ledger.tables[1].constructs[0].overheads[0].repetitions_s.pop_back();
  Result<Ledger> read = readLedger(writeLedger(ledger));
  REQUIRE_FALSE(read.ok());
  REQUIRE_THAT(read.error().message, Catch::Contains("one for each repetition"));
}

TEST_CASE("what a construct may have is there, or is not") {
  Ledger sample = sampleLedger();
  for (Table &table : sample.tables)
    for (ConstructLines &construct : table.constructs)
      construct.hashes = {};
  CHECK(writeLedger(sample).find("hashes") == std::string::npos);
  Ledger ledger = readLedger(writeLedger(sampleLedger())).value();
  const std::vector<ConstructLines> &constructs = ledger.tables[2].constructs;
  REQUIRE_FALSE(constructs[0].lock);
  REQUIRE(constructs[1].lock);
  CHECK(constructs[1].lock->held_s == 0.002);
  CHECK(constructs[1].lock->acquisitions == 2200);
  CHECK(constructs[1].lock->contended == 41.5);
}

TEST_CASE("rounding to nanoseconds keeps the sums exact") {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    Result<Ledger> ledger = readLedger(writeLedger(randomLedger(seed)));
    INFO("seed " << seed << " " << (ledger.ok() ? "" : ledger.error().text()));
    REQUIRE(ledger.ok());
    for (const Table &table : ledger.value().tables) {
      int64_t sum = 0, unidentified = 0;
      for (const LedgerLine &line : table.overheads) {
        sum += ns(line.time.time_s);
        if (line.category == category::unidentified)
          unidentified = ns(line.time.time_s);
      }
      REQUIRE(sum == ns(table.total_overhead.time_s));
      const UnidentifiedParts &parts = table.unidentified_parts;
      REQUIRE(ns(parts.agreement_s) + ns(parts.unpaired_s) + ns(parts.opaque_s) == unidentified);
    }
  }
}

TEST_CASE("books that do not close are neither mended by the writer nor read") {
  Ledger ledger = sampleLedger();
  ledger.tables[1].overheads[0].time.time_s += 1e-6;
  Result<Ledger> read = readLedger(writeLedger(ledger));
  REQUIRE_FALSE(read.ok());
  REQUIRE(read.error().message.find("tables[1]") != std::string::npos);
  REQUIRE(read.error().message.find("do not sum") != std::string::npos);
}

TEST_CASE("a table that two runs disagree about, or of no time, is refused") {
  auto refusal = [](const Ledger &ledger) {
    Result<Ledger> read = readLedger(writeLedger(ledger));
    REQUIRE_FALSE(read.ok());
    return read.error().message;
  };
  Ledger twice = sampleLedger();
  twice.tables.push_back(twice.tables.back());
  int p = twice.tables.back().threads;
  CHECK_THAT(refusal(twice), Catch::Contains("two tables of p = " + std::to_string(p)));
  Ledger timeless = sampleLedger();
  timeless.tables[0].parallel_time = {};
  CHECK_THAT(refusal(timeless), Catch::Contains("parallel_time_s' is not above 0"));
}

TEST_CASE("a damaged or foreign document is refused with the key that is wrong") {
  std::string good = writeLedger(sampleLedger());
  auto refusal = [](const std::string &text) {
    Result<Ledger> ledger = readLedger(text);
    REQUIRE_FALSE(ledger.ok());
    return ledger.error().message;
  };
  CHECK_THAT(refusal(""), Catch::Contains("not a JSON object"));
  CHECK_THAT(refusal("[1,2]"), Catch::Contains("not a JSON object"));
  CHECK_THAT(refusal("{\n\"schema\": \"tare.over"), Catch::Contains("not JSON from line 2 on"));
  CHECK_THAT(refusal(good.substr(0, good.size() / 2)), Catch::Contains("not JSON from line"));
  CHECK_THAT(refusal("{}"), Catch::Contains("'schema' is missing"));
  CHECK_THAT(
      refusal(replaced(good, "tare.overheads/1", "tare.overheads/2")),
      Catch::Matchers::Equals("this table was written by a newer Tare: it has version 2, and this "
                              "Tare reads version 1"));
  CHECK_THAT(refusal(replaced(good, "tare.overheads/1", "tare.diff/1")),
             Catch::Contains("this is not a table of Tare: 'schema' is 'tare.diff/1'"));
  CHECK_THAT(refusal(replaced(good, "\"threads\": 1", "\"threads\": -1")),
             Catch::Contains("tables[0].threads") || Catch::Contains("threads"));
  CHECK_THAT(refusal(replaced(good, "\"cores\": 2", "\"cores\": \"2\"")),
             Catch::Contains("machine.cores"));
  CHECK_THAT(refusal(replaced(good, "\"cores\": 2", "\"cores\": 1e999")),
             Catch::Contains("'machine.cores' is not a whole number from 0 to"));
  CHECK_THAT(refusal(replaced(good, "\"reference\": \"serial\"", "\"reference\": \"x\"")),
             Catch::Contains("reference"));
  CHECK_THAT(refusal(replaced(good, "\"critical_path.load_imbalance\"", "\"\\u001b[2J\"")),
             Catch::Contains("no category name"));
}

TEST_CASE("a category that comes twice is refused") {
  Ledger ledger = sampleLedger();
  ledger.tables[0].overheads[1].category = ledger.tables[0].overheads[0].category;
  REQUIRE_FALSE(readLedger(writeLedger(ledger)).ok());
}

TEST_CASE("keys of a later minor version are passed over") {
  std::string text = replaced(writeLedger(sampleLedger()), "\"program\"",
                              "\"news\": {\"a\": [1]},\n  \"program\"");
  REQUIRE(readLedger(text).ok());
}

TEST_CASE("no single byte flip makes the reader do worse than refuse") {
  std::string good = writeLedger(sampleLedger());
  for (size_t at = 0; at < good.size(); at += 7) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x15);
    Result<Ledger> ledger = readLedger(bad);
    if (ledger.ok())
      for (const Table &table : ledger.value().tables)
        REQUIRE(table.threads > 0);
  }
}

TEST_CASE("what only some runs tell is there when they were made, and absent when not") {
  Ledger ledger = sampleLedger();
  REQUIRE(writeLedger(ledger).find("serial_counts") == std::string::npos);
  REQUIRE(writeLedger(ledger).find("pairing") == std::string::npos);
  Table &table = ledger.tables[1];
  table.serial_counts.faults = 17;
  table.one_counts.faults = 18;
  table.instrumented_counts.faults = 19;
  table.parallel_counts.cycles = 1.5e12;
  table.pairing = PairingCoverage{12, 2, 0.25, 1.01};
  table.constructs[0].function = "main";
  table.constructs[0].in_serial_code = true;
  table.constructs[0].work = WorkTimes{0.48, 0.482, 0.488, 1.5, true};
  table.constructs[0].region = "x.c#main#parallel#0";
  table.constructs[0].atomics = 1000;
  table.constructs[0].nested_team = 1.5;
  table.constructs[0].lack_of_tasks_s = 0.0625;
  ledger.idle_s = 0.25;
  ledger.source_root = "/home/u/p";
  table.constructs[0].atomics_called = 700;
  table.constructs[0].atomics_at = "x.c:4";
  table.constructs[0].atomics_there = 600;
  table.foreign_regions = 3;
  table.other_threads_s = 0.75;
  table.asleep_s = 0.125;
  Result<Ledger> read = readLedger(writeLedger(ledger));
  REQUIRE(read.ok());
  const Table &back = read.value().tables[1];
  CHECK(back.serial_counts.faults == 17);
  CHECK_FALSE(back.serial_counts.cycles.has_value());
  CHECK(back.one_counts.faults == 18);
  CHECK(back.instrumented_counts.faults == 19);
  CHECK(back.parallel_counts.cycles == 1.5e12);
  REQUIRE(back.pairing.has_value());
  CHECK(back.pairing->unpaired == 2);
  CHECK(back.pairing->unpaired_work_s == 0.25);
  CHECK(back.constructs[0].function == "main");
  REQUIRE(back.constructs[0].work.has_value());
  CHECK(back.constructs[0].in_serial_code);
  CHECK(back.constructs[0].work->one_s == 0.482);
  CHECK(back.constructs[0].work->executions_ratio == 1.5);
  CHECK(back.constructs[0].work->not_on_one);
  CHECK(back.constructs[0].region == "x.c#main#parallel#0");
  CHECK(back.constructs[0].atomics == 1000);
  CHECK(back.constructs[0].nested_team == 1.5);
  CHECK(back.constructs[0].lack_of_tasks_s == 0.0625);
  CHECK(read.value().idle_s == 0.25);
  CHECK(read.value().source_root == "/home/u/p");
  CHECK(back.constructs[0].atomics_called == 700);
  CHECK(back.constructs[0].atomics_at == "x.c:4");
  CHECK(back.constructs[0].atomics_there == 600);
  CHECK(back.foreign_regions == 3);
  CHECK(back.other_threads_s == 0.75);
  CHECK(back.asleep_s == 0.125);
  CHECK(writeLedger(read.value()) == writeLedger(ledger));
}
