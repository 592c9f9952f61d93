// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/frame.h"

#include "analyzer/ledger/categories.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

std::string plural(int count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

template <class Value> std::string overTables(const Ledger &ledger, Value value) {
  std::vector<std::string> parts;
  for (const Table &table : ledger.tables)
    parts.push_back(value(table));
  return joinText(parts, ", ");
}

std::string twoDecimals(double value) {
  char text[400];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

/// With the figures of each p where they differ.
std::string acceptedText(const Ledger &ledger) {
  int64_t accepted = 0, total = 0;
  std::vector<std::string> rejected;
  bool alike = true;
  for (const Table &table : ledger.tables) {
    const Table &first = ledger.tables.front();
    accepted += table.tuples_accepted;
    total += table.tuples_total;
    alike &= table.tuples_accepted == first.tuples_accepted;
    alike &= table.tuples_total == first.tuples_total;
    if (table.tuples_accepted < table.tuples_total)
      rejected.push_back("p = " + std::to_string(table.threads) + ": " +
                         std::to_string(table.tuples_accepted) + " of " +
                         std::to_string(table.tuples_total));
  }
  std::string text = std::to_string(accepted) + " of " + std::to_string(total) + " runs accepted";
  return alike ? text : text + " (" + joinText(rejected, ", ") + ")";
}

std::string referenceText(const std::string &reference) {
  if (reference == "omp_1")
    return "reference: the OpenMP program on one thread";
  if (reference == "none")
    return "reference: none (ideal is its own work / p; slower or added work cannot be seen)";
  return "reference: serial program";
}

void writeCutOff(Page &page, const Ledger &ledger) {
  std::vector<std::string> cut;
  for (const Table &table : ledger.tables)
    if (table.cut_off)
      cut.push_back(std::to_string(table.threads));
  if (!cut.empty())
    page.paragraph("CUT OFF at p = " + joinText(cut, ", ") +
                       ": the program did not end by itself. This is what was measured until then.",
                   2, Style::Loud);
}

void writeMachine(Page &page, const Machine &machine) {
  std::vector<std::string> parts;
  for (const std::string &part : {machine.cpu, machine.host})
    if (!part.empty())
      parts.push_back(printable(part));
  if (!machine.clock.empty()) {
    std::string rate;
    if (machine.ticks_per_second > 0)
      rate = " at " + twoDecimals(machine.ticks_per_second / 1e9) + " GHz";
    parts.push_back("clock " + printable(machine.clock) + rate);
  }
  if (!parts.empty())
    page.paragraph(joinText(parts, ", "), 2, Style::Dim);
}

/// One run of each role, as a reader compares them: what was run, and how it was compiled.
std::vector<RunSummary> runsOfRoles(const Ledger &ledger) {
  std::vector<RunSummary> runs;
  for (const char *role : {"serial", "parallel", "instrumented"}) {
    auto run = std::find_if(ledger.runs.begin(), ledger.runs.end(),
                            [&](const RunSummary &candidate) { return candidate.role == role; });
    if (run != ledger.runs.end())
      runs.push_back(*run);
  }
  return runs;
}

void writeRuns(Page &page, const Ledger &ledger) {
  for (const RunSummary &run : runsOfRoles(ledger)) {
    page.item("  " + leftAligned(run.role, 14), printable(run.command));
    if (!run.compiler.empty())
      page.item(std::string(16, ' '), printable(run.compiler), Style::Dim);
  }
}

void writeReading(Page &page, const Ledger &ledger, const Selection &selection) {
  bool bands = false, negative = false;
  int work = 0;
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads) {
      bands |= line.time.high_s > line.time.low_s;
      negative |= ledger.reference != "none" &&
                  line.time.time_s < -folding_share * table.parallel_time.time_s;
    }
  for (const Leaf &leaf : selection.leaves)
    work +=
        leaf.category == category::work_rate || leaf.category == category::additional_computation;
  std::string text = "Wall-clock shares (time of all threads / p), in % of T_p";
  text += bands ? ", ± half of the 95 % band. " : ". ";
  text += "They add up to T_p. They are not savings: a lock wait that is removed may reappear at a "
          "barrier.";
  if (negative)
    text += " Negative: cheaper than the reference.";
  if (work == 2)
    text += " Additional computation and work rate share the runs on one thread: trust their sum.";
  page.paragraph(text, 0, Style::Dim);
}

constexpr std::string_view coreless = "waits contain time without a core";

void writeCores(Page &page, const Ledger &ledger) {
  std::vector<std::string> over;
  for (const Table &table : ledger.tables)
    if (ledger.machine.cores > 0 && table.threads > ledger.machine.cores)
      over.push_back(std::to_string(table.threads));
  if (!over.empty())
    page.paragraph("p = " + joinText(over, ", ") + " on " + plural(ledger.machine.cores, "core") +
                   ": " + std::string(coreless) + ".");
}

/// What weighing changed: the instrumented run against the plain one, as it is.
void writeOwnCost(Page &page, const Ledger &ledger) {
  std::vector<std::string> costs;
  for (const Table &table : ledger.tables)
    if (table.own_cost.measured_s != 0 && table.parallel_time.time_s > 0) {
      double share = table.own_cost.measured_s / table.parallel_time.time_s;
      costs.push_back((share < 0 ? "-" : "+") + percentText(std::abs(share)) +
                      " % at p = " + std::to_string(table.threads));
    }
  if (!costs.empty())
    page.paragraph("Own cost: the instrumented run against the plain one " +
                       joinText(costs, ", ") + ".",
                   2);
}

/// Of each p, and of the experiment. One on too few cores is said already, for all p at once.
void writeNotes(Page &page, const Ledger &ledger) {
  for (const Table &table : ledger.tables)
    for (const std::string &note : table.notes)
      if (ledger.machine.cores <= 0 || note.find(coreless) == std::string::npos)
        page.paragraph("p = " + std::to_string(table.threads) + ": " + printable(note), 2);
  for (const std::string &warning : ledger.warnings)
    page.paragraph("warning: " + printable(warning), 2);
}

void writeCoverage(Page &page, const Ledger::Coverage &coverage) {
  page.paragraph(coverageText(coverage) + ".", 2);
  std::vector<std::string> units;
  for (const std::string &unit : coverage.units_not_measured)
    units.push_back(printable(unit));
  if (!units.empty())
    page.paragraph("Not measured at all: " + joinText(units, ", "), 2);
}

} // namespace

std::string coverageText(const Ledger::Coverage &coverage) {
  std::vector<std::string> parts, reasons;
  auto add = [&](int count, const std::string &what) {
    if (count > 0)
      parts.push_back(std::to_string(count) + " " + what);
  };
  add(coverage.measured, "measured");
  add(coverage.counted, "counted");
  add(coverage.outside, "timed from outside");
  add(coverage.left_alone, "left alone");
  for (const auto &[reason, count] : coverage.reasons)
    reasons.push_back(std::to_string(count) + " " + printable(reason));
  std::string text = plural(coverage.seen, "construct") + " seen";
  if (!parts.empty())
    text += ": " + joinText(parts, ", ");
  return reasons.empty() ? text : text + " (" + joinText(reasons, "; ") + ")";
}

void writeHead(Page &page, const Ledger &ledger) {
  writeCutOff(page, ledger);
  std::string first = printable(ledger.program) + " on p = " +
                      overTables(ledger, [](const Table &t) { return std::to_string(t.threads); });
  first += " threads (mean in regions " + overTables(ledger, [](const Table &t) {
             return twoDecimals(t.mean_threads_in_regions);
           });
  first += "), ";
  if (ledger.machine.cores > 0)
    first += plural(ledger.machine.cores, "core") + ", ";
  first += acceptedText(ledger) + ", " + referenceText(ledger.reference);
  page.paragraph(first, 2, Style::Bold);
  writeMachine(page, ledger.machine);
  if (!ledger.runs.empty())
    page.blank();
  writeRuns(page, ledger);
}

void writeFoot(Page &page, const Ledger &ledger, const Selection &selection) {
  page.blank();
  writeReading(page, ledger, selection);
  writeCores(page, ledger);
  writeOwnCost(page, ledger);
  writeCoverage(page, ledger.coverage);
  writeNotes(page, ledger);
}

} // namespace tare
