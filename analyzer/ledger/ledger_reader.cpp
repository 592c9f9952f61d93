// SPDX-License-Identifier: Apache-2.0
// JSON -> Ledger, from anyone: every value is checked before it is used.
#include "analyzer/ledger/ledger_json.h"

#include "analyzer/ledger/table_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace tare {
namespace {

using Json = nlohmann::json;

constexpr size_t text_limit = size_t(256) << 20;

Machine readMachine(Cursor cursor) {
  Machine machine;
  machine.host = cursor.at("host").text();
  machine.cpu = cursor.at("cpu").text();
  machine.clock = cursor.at("clock").text();
  machine.cores = cursor.at("cores").integer(0, threads_limit);
  machine.ticks_per_second = cursor.at("ticks_per_second").number(0, 1e18);
  if (cursor.has("register_probe_s"))
    machine.register_probe_s = cursor.at("register_probe_s").number(0, seconds_limit);
  return machine;
}

RunSummary readRun(Cursor cursor) {
  RunSummary run;
  run.role = cursor.at("role").text();
  run.threads = cursor.at("threads").integer(0, threads_limit);
  run.command = cursor.at("command").text();
  run.compiler = cursor.at("compiler").text();
  run.count = cursor.at("count").integer(0, INT32_MAX);
  run.wall_s = cursor.at("wall_s").seconds();
  return run;
}

LeftOutLine readLeftOut(Cursor cursor) {
  LeftOutLine line;
  line.id = cursor.at("id").text();
  line.kind = cursor.at("kind").text();
  line.file = cursor.at("file").text();
  line.line = cursor.at("line").integer(0, INT32_MAX);
  line.directive = cursor.at("directive").text();
  line.reason = cursor.at("reason").text();
  if (cursor.has("around"))
    line.around = cursor.at("around").text();
  line.serial = cursor.has("serial") && cursor.at("serial").boolean();
  return line;
}

Ledger::Coverage readCoverage(Cursor cursor) {
  Ledger::Coverage coverage;
  coverage.seen = cursor.at("seen").integer(0, INT32_MAX);
  coverage.measured = cursor.at("measured").integer(0, INT32_MAX);
  coverage.counted = cursor.at("counted").integer(0, INT32_MAX);
  coverage.outside = cursor.at("outside").integer(0, INT32_MAX);
  coverage.left_alone = cursor.at("left_alone").integer(0, INT32_MAX);
  cursor.at("reasons").members([&](const std::string &reason, Cursor count) {
    coverage.reasons[reason] = count.integer(0, INT32_MAX);
  });
  coverage.units_not_measured = cursor.at("units_not_measured").texts();
  if (cursor.has("main_unit"))
    coverage.main_unit = cursor.at("main_unit").text();
  if (cursor.has("left_alone_regions"))
    cursor.at("left_alone_regions").elements([&](Cursor region) {
      coverage.left_alone_regions.push_back({region.at("file").text(),
                                             region.at("line").integer(0, INT32_MAX),
                                             region.at("reason").text()});
    });
  if (cursor.has("unseen_regions"))
    cursor.at("unseen_regions").elements([&](Cursor unseen) {
      coverage.unseen_regions.push_back(
          {unseen.at("object").text(), unseen.at("functions").texts()});
    });
  if (cursor.has("left_out"))
    cursor.at("left_out").elements([&](Cursor line) {
      coverage.left_out.push_back(readLeftOut(line));
    });
  return coverage;
}

Ledger readDocument(Cursor cursor) {
  Ledger ledger;
  std::string schema = cursor.at("schema").text();
  if (schema != ledger_schema)
    cursor.fail("is '" + schema.substr(0, 60) + "', this Tare reads " + std::string(ledger_schema));
  ledger.program = cursor.at("program").text();
  ledger.reference = cursor.at("reference").text();
  if (ledger.reference != "serial" && ledger.reference != "omp_1" && ledger.reference != "none")
    cursor.at("reference").fail("is none of serial, omp_1, none");
  ledger.machine = readMachine(cursor.at("machine"));
  ledger.coverage = readCoverage(cursor.at("coverage"));
  if (cursor.has("settings")) {
    ledger.settings.parameters = cursor.at("settings").at("parameters").namedTexts();
    ledger.settings.environment = cursor.at("settings").at("environment").namedTexts();
  }
  ledger.warnings = cursor.at("warnings").texts();
  if (cursor.has("idle_s"))
    ledger.idle_s = cursor.at("idle_s").number(0, seconds_limit);
  if (cursor.has("source_root"))
    ledger.source_root = cursor.at("source_root").text();
  cursor.at("runs").elements([&](Cursor element) { ledger.runs.push_back(readRun(element)); });
  cursor.at("tables").elements(
      [&](Cursor element) { ledger.tables.push_back(readTable(element)); });
  std::set<int> threads;
  for (const Table &table : ledger.tables)
    if (!threads.insert(table.threads).second)
      cursor.at("tables").fail("has two tables of p = " + std::to_string(table.threads));
  return ledger;
}

/// Of the byte with this number, from 1 on.
size_t lineOf(std::string_view text, size_t byte) {
  std::string_view before = text.substr(0, std::min(byte, text.size()));
  return static_cast<size_t>(std::ranges::count(before, '\n')) + 1;
}

} // namespace

Result<Ledger> readLedger(std::string_view text) {
  if (text.size() > text_limit)
    return Error{"the table is larger than 256 MiB"};
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error &broken) {
    if (text.starts_with('{'))
      return Error{
          "this is not JSON from line " + std::to_string(lineOf(text, broken.byte)) + " on", "",
          "the file was cut off or damaged: write it again (tare report RESULTS --format json)"};
  } catch (const Json::exception &) { // a number that no double holds
  }
  if (!json.is_object())
    return Error{"this is not a table of Tare: not a JSON object", "",
                 "give a results folder or the ledger.json in it"};
  Error error;
  Ledger ledger = readDocument(Cursor(json, "", error));
  if (!error.message.empty())
    return Error{"'" + error.place + "' " + error.message, "",
                 "the file was damaged or not written by this version of Tare"};
  return ledger;
}

} // namespace tare
