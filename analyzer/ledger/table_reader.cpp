// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/table_reader.h"

#include "analyzer/ledger/categories.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace tare {
namespace {

Estimate readTime(Cursor cursor, const std::string &stem) {
  Estimate estimate;
  estimate.time_s = cursor.at((stem + "_s").c_str()).seconds();
  estimate.low_s = cursor.at((stem + "_low_s").c_str()).seconds();
  estimate.high_s = cursor.at((stem + "_high_s").c_str()).seconds();
  if (estimate.low_s > estimate.high_s)
    cursor.fail("has a band whose low end is above its high end");
  return estimate;
}

bool isCategoryName(const std::string &name) {
  return !name.empty() && name.size() <= 200 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
}

LedgerLine readLine(Cursor cursor) {
  LedgerLine line;
  line.category = cursor.at("category").text();
  if (!isCategoryName(line.category))
    cursor.fail("has no category name");
  line.time.time_s = cursor.at("time_s").seconds();
  line.time.low_s = cursor.at("low_s").seconds();
  line.time.high_s = cursor.at("high_s").seconds();
  if (line.time.low_s > line.time.high_s)
    cursor.fail("has a band whose low end is above its high end");
  if (cursor.has("tuples_s"))
    line.tuples_s = cursor.at("tuples_s").times();
  return line;
}

std::vector<LedgerLine> readLines(Cursor cursor) {
  std::vector<LedgerLine> lines;
  std::set<std::string> seen;
  cursor.elements([&](Cursor element) {
    lines.push_back(readLine(element));
    if (!seen.insert(lines.back().category).second)
      element.fail("repeats the category " + lines.back().category);
  });
  return lines;
}

LockUse readLock(Cursor cursor) {
  LockUse lock;
  lock.held_s = cursor.at("held_s").seconds();
  lock.acquisitions = cursor.at("acquisitions").number(0, 1e300);
  lock.contended = cursor.at("contended").number(0, 1e300);
  return lock;
}

WorkTimes readWork(Cursor cursor) {
  WorkTimes work{cursor.at("serial_s").seconds(), cursor.at("one_s").seconds(),
                 cursor.at("many_s").seconds()};
  if (cursor.has("executions_ratio"))
    work.executions_ratio = cursor.at("executions_ratio").number(0, 1e300);
  work.not_on_one = cursor.has("not_on_one_thread") && cursor.at("not_on_one_thread").boolean();
  return work;
}

IterationBin readIterations(Cursor cursor) {
  IterationBin bin;
  bin.first = cursor.at("first").wholeNumber();
  bin.last = cursor.at("last").wholeNumber();
  bin.samples = cursor.at("samples").number(0, 1e300);
  bin.mean_s = cursor.at("mean_s").seconds();
  if (cursor.has("iterations"))
    bin.iterations = cursor.at("iterations").number(0, 1e300);
  if (cursor.has("deviation_s"))
    bin.deviation_s = cursor.at("deviation_s").seconds();
  if (bin.first > bin.last)
    cursor.fail("ends before it begins");
  return bin;
}

ImbalanceBin readStretch(Cursor cursor) {
  ImbalanceBin bin;
  bin.start_s = cursor.at("start_s").seconds();
  bin.end_s = cursor.at("end_s").seconds();
  bin.instances = cursor.at("instances").number(0, 1e300);
  bin.wait_s = cursor.at("wait_s").seconds();
  bin.span_s = cursor.at("span_s").seconds();
  if (bin.start_s > bin.end_s)
    cursor.fail("ends before it begins");
  return bin;
}

void readLoop(Cursor cursor, ConstructLines &construct) {
  if (cursor.has("iterations")) {
    construct.iteration_variable = cursor.at("iteration_variable").text();
    cursor.at("iterations").elements([&](Cursor element) {
      construct.iterations.push_back(readIterations(element));
    });
    construct.ranges_differ = cursor.has("ranges_differ") && cursor.at("ranges_differ").boolean();
  }
  if (cursor.has("over_time"))
    cursor.at("over_time").elements([&](Cursor element) {
      construct.over_time.push_back(readStretch(element));
    });
}

ConstructLines readConstruct(Cursor cursor) {
  ConstructLines construct;
  construct.id = cursor.at("id").text();
  construct.kind = cursor.at("kind").text();
  construct.file = cursor.at("file").text();
  construct.line = cursor.at("line").integer(0, INT32_MAX);
  construct.column = cursor.at("column").integer(0, INT32_MAX);
  construct.directive = cursor.at("directive").text();
  construct.twin = cursor.at("twin").text();
  construct.instances = cursor.at("instances").number(0, 1e300);
  construct.overheads = readLines(cursor.at("overheads"));
  if (cursor.has("lock"))
    construct.lock = readLock(cursor.at("lock"));
  if (cursor.has("hashes")) {
    Cursor hashes = cursor.at("hashes");
    construct.hashes = {hashes.at("exact").hash(), hashes.at("shape").hash(),
                        hashes.at("header").hash()};
  }
  if (cursor.has("function"))
    construct.function = cursor.at("function").text();
  construct.in_serial_code = cursor.has("in_serial_code") && cursor.at("in_serial_code").boolean();
  if (cursor.has("region"))
    construct.region = cursor.at("region").text();
  if (cursor.has("work"))
    construct.work = readWork(cursor.at("work"));
  if (cursor.has("nested_team"))
    construct.nested_team = cursor.at("nested_team").number(0, threads_limit);
  if (cursor.has("lack_of_tasks_s"))
    construct.lack_of_tasks_s = cursor.at("lack_of_tasks_s").number(0, 1e300);
  if (cursor.has("atomics"))
    construct.atomics = cursor.at("atomics").number(0, 1e300);
  if (cursor.has("atomics_called"))
    construct.atomics_called = cursor.at("atomics_called").number(0, 1e300);
  if (cursor.has("atomics_at"))
    construct.atomics_at = cursor.at("atomics_at").text();
  if (cursor.has("atomics_there"))
    construct.atomics_there = cursor.at("atomics_there").number(0, 1e300);
  readLoop(cursor, construct);
  return construct;
}

CallPlace readPlace(Cursor cursor) {
  CallPlace place;
  place.function = cursor.at("function").text();
  if (cursor.has("file"))
    place.file = cursor.at("file").text();
  if (cursor.has("line"))
    place.line = cursor.at("line").integer(0, INT32_MAX);
  return place;
}

PathLines readPath(Cursor cursor) {
  PathLines path;
  cursor.at("calls").elements([&](Cursor element) { path.calls.push_back(readPlace(element)); });
  path.regions = cursor.at("regions").texts();
  path.instances = cursor.at("instances").number(0, 1e300);
  path.time = readTime(cursor, "time");
  path.overheads = readLines(cursor.at("overheads"));
  return path;
}

Advice readAdvice(Cursor cursor) {
  Advice advice;
  advice.category = cursor.at("category").text();
  advice.construct = cursor.at("construct").text();
  advice.rule = cursor.at("rule").text();
  advice.sentence = cursor.at("sentence").text();
  advice.source = cursor.at("source").text();
  return advice;
}

RunCounts readCounts(Cursor cursor) {
  RunCounts counts;
  auto read = [&](const char *key, std::optional<double> &count) {
    if (cursor.has(key))
      count = cursor.at(key).number(0, 1e300);
  };
  read("faults", counts.faults);
  read("switches", counts.switches);
  read("migrations", counts.migrations);
  read("instructions", counts.instructions);
  read("cycles", counts.cycles);
  read("reference_cycles", counts.reference_cycles);
  return counts;
}

Pairing readPairing(Cursor cursor) {
  return {cursor.at("paired").integer(0, INT32_MAX), cursor.at("unpaired").integer(0, INT32_MAX),
          cursor.at("unpaired_work_s").seconds(), cursor.at("probed_ratio").number(0, 1e300)};
}

void readPrograms(Cursor cursor, Table &table) {
  if (cursor.has("serial_counts"))
    table.serial_counts = readCounts(cursor.at("serial_counts"));
  if (cursor.has("one_counts"))
    table.one_counts = readCounts(cursor.at("one_counts"));
  if (cursor.has("parallel_counts"))
    table.parallel_counts = readCounts(cursor.at("parallel_counts"));
  if (cursor.has("instrumented_counts"))
    table.instrumented_counts = readCounts(cursor.at("instrumented_counts"));
  if (cursor.has("pairing"))
    table.pairing = readPairing(cursor.at("pairing"));
}

void readSummary(Cursor cursor, Table &table) {
  table.threads = cursor.at("threads").integer(1, threads_limit);
  table.serial_time = readTime(cursor, "serial_time");
  table.parallel_time = readTime(cursor, "parallel_time");
  table.ideal_time = readTime(cursor, "ideal_time");
  if (!(table.parallel_time.time_s > 0))
    cursor.at("parallel_time_s").fail("is not above 0");
  table.total_overhead = readTime(cursor, "total_overhead");
  table.efficiency.time_s = cursor.at("efficiency").number(-1e12, 1e12);
  table.efficiency.low_s = cursor.at("efficiency_low").number(-1e12, 1e12);
  table.efficiency.high_s = cursor.at("efficiency_high").number(-1e12, 1e12);
  table.tuples_accepted = cursor.at("tuples_accepted").integer(0, INT32_MAX);
  table.tuples_total = cursor.at("tuples_total").integer(0, INT32_MAX);
  table.mean_threads_in_regions = cursor.at("mean_threads_in_regions").number(0, threads_limit);
  table.serial_fraction = cursor.at("serial_fraction").number(-1e12, 1e12);
  if (cursor.has("speedup_limit"))
    table.speedup_limit = cursor.at("speedup_limit").number(0, 1e300);
  table.cut_off = cursor.at("cut_off").boolean();
  if (cursor.has("foreign_regions"))
    table.foreign_regions = cursor.at("foreign_regions").number(0, 1e300);
  if (cursor.has("other_threads_s"))
    table.other_threads_s = cursor.at("other_threads_s").number(0, 1e300);
  if (cursor.has("asleep_s"))
    table.asleep_s = cursor.at("asleep_s").number(0, 1e300);
  table.notes = cursor.at("notes").texts();
}

void readTuples(Cursor cursor, Table &table) {
  cursor.at("numbers").elements(
      [&](Cursor element) { table.tuples.push_back(element.integer(1, INT32_MAX)); });
  table.parallel_tuples_s = cursor.at("parallel_s").times();
  table.serial_tuples_s = cursor.at("serial_s").times();
}

/// Every list of a figure's values has one for each tuple.
void checkTuples(Cursor cursor, const Table &table) {
  auto fits = [&](const std::vector<double> &values) {
    return values.empty() || values.size() == table.tuples.size();
  };
  bool right = fits(table.parallel_tuples_s) && fits(table.serial_tuples_s);
  for (const LedgerLine &line : table.overheads)
    right &= fits(line.tuples_s);
  for (const ConstructLines &construct : table.constructs)
    for (const LedgerLine &line : construct.overheads)
      right &= fits(line.tuples_s);
  if (!right)
    cursor.fail("has a figure whose values are not one for each tuple");
}

/// The promise of the format: the lines sum to the total. A nanosecond a line is for writers that
/// round each number by itself.
void checkSum(Cursor cursor, const Table &table) {
  double sum = 0;
  bool unidentified = false;
  for (const LedgerLine &line : table.overheads) {
    sum += line.time.time_s;
    unidentified |= line.category == category::unidentified;
  }
  double tolerance = 1e-9 * (static_cast<double>(table.overheads.size()) + 1) +
                     1e-12 * std::fabs(table.parallel_time.time_s);
  if (std::fabs(sum - table.total_overhead.time_s) > tolerance)
    cursor.fail("has lines that do not sum to total_overhead_s");
  if (!unidentified)
    cursor.fail("has no line 'unidentified'");
}

Budget readBudget(Cursor cursor) {
  Budget budget;
  budget.asked = cursor.at("asked").number(0, 1);
  budget.left_out_instances = cursor.at("left_out_instances").number(0, 1e300);
  budget.instances = cursor.at("instances").number(0, 1e300);
  budget.left_out_share = cursor.at("left_out_share").number(0, 1);
  cursor.at("constructs").elements([&](Cursor element) {
    Budget::Construct construct{element.at("id").text(), element.at("reason").text(), {}};
    if (element.has("predicted_share"))
      construct.predicted_share = element.at("predicted_share").number(0, 1e300);
    budget.constructs.push_back(construct);
  });
  if (cursor.has("told_by_pilot_s"))
    budget.told_by_pilot_s = cursor.at("told_by_pilot_s").number(0, seconds_limit);
  if (budget.left_out_instances > budget.instances)
    cursor.fail("left out more than there was");
  return budget;
}

OwnCost readOwnCost(Cursor cursor) {
  OwnCost own;
  own.measured_s = cursor.at("measured_s").seconds();
  own.measured_low_s = cursor.at("measured_low_s").seconds();
  own.measured_high_s = cursor.at("measured_high_s").seconds();
  if (cursor.has("set_up_s"))
    own.set_up_s = cursor.at("set_up_s").seconds();
  if (cursor.has("approximated")) {
    own.removed_s = cursor.at("removed_s").seconds();
    own.unfounded_s = cursor.at("unfounded_s").seconds();
    own.observed_low_s = cursor.at("observed_low_s").seconds();
    own.observed_direct_s = cursor.at("observed_direct_s").seconds();
    own.observed_high_s = cursor.at("observed_high_s").seconds();
    own.approximated = cursor.at("approximated").boolean();
  }
  if (cursor.has("budget"))
    own.budget = readBudget(cursor.at("budget"));
  if (cursor.has("predicted_s"))
    own.predicted_s = cursor.at("predicted_s").number(0, seconds_limit);
  if (cursor.has("rewriting_s"))
    own.rewriting = {cursor.at("rewriting_s").seconds(), cursor.at("rewriting_low_s").seconds(),
                     cursor.at("rewriting_high_s").seconds()};
  return own;
}

} // namespace

Table readTable(Cursor cursor) {
  Table table;
  readSummary(cursor, table);
  table.overheads = readLines(cursor.at("overheads"));
  Cursor parts = cursor.at("unidentified_parts");
  table.unidentified_parts.agreement_s = parts.at("agreement_s").seconds();
  table.unidentified_parts.unpaired_s = parts.at("unpaired_s").seconds();
  table.unidentified_parts.opaque_s = parts.at("opaque_s").seconds();
  table.own_cost = readOwnCost(cursor.at("own_cost"));
  readPrograms(cursor, table);
  cursor.at("constructs").elements([&](Cursor element) {
    table.constructs.push_back(readConstruct(element));
  });
  if (cursor.has("paths"))
    cursor.at("paths").elements([&](Cursor element) { table.paths.push_back(readPath(element)); });
  if (cursor.has("advice"))
    cursor.at("advice").elements(
        [&](Cursor element) { table.advice.push_back(readAdvice(element)); });
  if (cursor.has("tuples"))
    readTuples(cursor.at("tuples"), table);
  if (!cursor.failed())
    checkSum(cursor, table);
  if (!cursor.failed())
    checkTuples(cursor, table);
  return table;
}

} // namespace tare
