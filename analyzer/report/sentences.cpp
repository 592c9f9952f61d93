// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/sentences.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/coverage_reasons.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/rows.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

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
  if (total == 0) // a warm-up, or the instrumented run alone
    return "the experiment was broken off: this is of single runs";
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

/// What the lines beside the figures mean.
std::string beside(const Ledger &ledger, const Selection &selection) {
  std::string text;
  auto shown = [&](std::string_view category) {
    return std::ranges::find(selection.leaves, category, &Leaf::category) != selection.leaves.end();
  };
  if (shown(category::unparallelised))
    text +=
        "Serial share and speed-up limit: serial code in the parallel run as a share of T_s; no "
        "number of threads can be faster while it is serial. ";
  if (ledger.reference == "serial")
    text += "The row '" + std::string(paper_line) +
            "' adds these to Unidentified, to compare with the paper of Bane and Riley, whose line "
            "held them all (2.5 to 9.9 %).";
  return text;
}

std::string readingText(const Ledger &ledger, const Selection &selection) {
  bool bands = false, negative = false;
  int work = 0;
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads) {
      bands |= line.time.high_s > line.time.low_s;
      negative |= ledger.reference != "none" &&
                  line.time.time_s < -folding_share * table.parallel_time.time_s;
    }
  for (const Leaf &leaf : selection.leaves)
    work += isWork(leaf.category);
  std::string text = "Wall-clock shares (time of all threads / p), in % of T_p";
  text += bands ? ", ± half of the 95 % band. " : ". ";
  text += "They add up to T_p. They are not savings: a lock wait that is removed may reappear at a "
          "barrier.";
  if (negative)
    text += " Negative: cheaper than the reference.";
  if (work > 1)
    text += " The lines of net work share the runs on one thread: trust their sum.";
  return text;
}

std::string coresText(const Ledger &ledger) {
  std::vector<std::string> over;
  for (const Table &table : ledger.tables)
    if (ledger.machine.cores > 0 && table.threads > ledger.machine.cores)
      over.push_back(std::to_string(table.threads));
  if (over.empty())
    return "";
  return "p = " + joinText(over, ", ") + " on " + plural(ledger.machine.cores, "core") +
         ": waits contain time without a core.";
}

std::string signedPercent(double share) {
  return (share < 0 ? "-" : "+") + percentText(std::abs(share));
}

/// " (2.0 % taken out; with its probes off -1.0 %)"
std::string removedText(const Table &table) {
  const OwnCost &own = table.own_cost;
  double whole = table.parallel_time.time_s;
  std::vector<std::string> parts;
  if (own.approximated)
    parts.push_back(percentText(std::max(own.removed_s / whole, 0.0)) + " % taken out");
  if (own.rewriting)
    parts.push_back("with its probes off " + signedPercent(own.rewriting->time_s / whole) + " %");
  return parts.empty() ? "" : " (" + joinText(parts, "; ") + ")";
}

/// What weighing changed: the instrumented run against the plain one, and what of that the costs of
/// the probes explain.
std::string ownCostText(const Ledger &ledger) {
  std::vector<std::string> costs;
  for (const Table &table : ledger.tables)
    if (table.own_cost.measured_s != 0 && table.parallel_time.time_s > 0) {
      double share = table.own_cost.measured_s / table.parallel_time.time_s;
      costs.push_back(signedPercent(share) + " % at p = " + std::to_string(table.threads) +
                      removedText(table));
    }
  if (costs.empty())
    return "";
  bool is_large = std::ranges::any_of(ledger.tables, [](const Table &table) {
    constexpr double large = 0.2; // of T_p
    return table.own_cost.measured_low_s > large * table.parallel_time.time_s;
  });
  return "Own cost: the instrumented run against the plain one " + joinText(costs, ", ") + "." +
         (is_large
              ? " So much disturbs what it measures: what is executed most often has lines that "
                "may be too large, with too small ones beside them; --budget 5% measures a "
                "part of it."
              : "");
}

/// "at p = 4 80 of 90 executions of regions (61 % of their time)"
std::string leftOutText(const Table &table, const Budget &budget) {
  return "at p = " + std::to_string(table.threads) + " " + countText(budget.left_out_instances) +
         " of " + countText(budget.instances) + " executions of regions (" +
         percentText(budget.left_out_share) + " % of their time)";
}

/// Of constructs without probes, what is in the table all the same.
std::string pilotText(const Ledger &ledger) {
  std::vector<std::string> told;
  for (const Table &table : ledger.tables)
    if (const std::optional<Budget> &budget = table.own_cost.budget;
        budget && budget->told_by_pilot_s > 0 && table.parallel_time.time_s > 0)
      told.push_back(percentText(budget->told_by_pilot_s / table.parallel_time.time_s) +
                     " % of T_p at p = " + std::to_string(table.threads));
  if (told.empty())
    return "";
  return "What constructs without probes wait and manage is told by pilot runs with all probes (" +
         joinText(told, ", ") + "): how that time divides is theirs.";
}

/// What a budget left out while the programs ran.
std::string budgetText(const Ledger &ledger) {
  std::vector<std::string> left_out;
  std::vector<std::string> took;
  double asked = 0;
  bool is_held = true;
  for (const Table &table : ledger.tables)
    if (const std::optional<Budget> &budget = table.own_cost.budget) {
      asked = std::max(asked, budget->asked);
      double share = table.parallel_time.time_s > 0
                         ? table.own_cost.observed_direct_s / table.parallel_time.time_s
                         : 0;
      bool is_over = budget->asked > 0 && share > budget->asked;
      is_held = is_held && !is_over;
      took.push_back(percentText(share) + " % at p = " + std::to_string(table.threads) +
                     (is_over ? " (NOT held)" : ""));
      if (budget->left_out_instances > 0)
        left_out.push_back(leftOutText(table, *budget));
    }
  if (asked == 0 && left_out.empty())
    return "";
  std::string text = "Budget: probes may take " + percentText(asked) + " % of the threads' time";
  text += is_held ? "; " : "; counted, they took " + joinText(took, ", ") + "; ";
  if (left_out.empty())
    return text + (is_held ? "no execution of a region had to be left out."
                           : "no execution of a region was left out.");
  return text + "left out were " + joinText(left_out, ", ") +
         ". Those that were measured stand for their neighbours.";
}

/// What the probes were expected to take, beside what their number and costs say they took.
std::string predictedText(const Ledger &ledger) {
  std::vector<std::string> costs;
  for (const Table &table : ledger.tables)
    if (table.own_cost.predicted_s && table.parallel_time.time_s > 0) {
      double predicted = *table.own_cost.predicted_s / table.parallel_time.time_s;
      double observed = table.own_cost.observed_direct_s / table.parallel_time.time_s;
      costs.push_back(
          percentText(predicted) + " % at p = " + std::to_string(table.threads) +
          (table.own_cost.approximated ? " (then counted: " + percentText(observed) + " %)" : ""));
    }
  return costs.empty() ? "" : "Predicted cost of the probes: " + joinText(costs, ", ") + ".";
}

std::string unitsText(const Ledger::Coverage &coverage) {
  std::vector<std::string> units;
  for (const std::string &unit : coverage.units_not_measured)
    units.push_back(printable(unit));
  return units.empty() ? "" : "Not measured at all: " + joinText(units, ", ");
}

constexpr size_t most_unseen = 4; // functions of one file

/// The time of such regions is in the table, under the wrong name.
std::string unseenText(const Ledger::Coverage &coverage) {
  std::vector<std::string> objects;
  for (const UnseenRegions &unseen : coverage.unseen_regions) {
    std::vector<std::string> names(unseen.functions.begin(),
                                   unseen.functions.begin() +
                                       std::min(unseen.functions.size(), most_unseen));
    if (names.size() < unseen.functions.size())
      names.push_back(std::to_string(unseen.functions.size() - names.size()) + " more");
    objects.push_back(printable(
        names.empty() ? unseen.object : joinText(names, ", ") + " (" + unseen.object + ")"));
  }
  return objects.empty() ? ""
                         : "Parallel regions that Tare did not build: " + joinText(objects, "; ") +
                               ". Where they run their time is serial code in this table; build "
                               "them through `tare cc` too, if you can.";
}

/// One line of a program, not of its table: the JSON has them all.
constexpr size_t most_left_out = 6;

std::string leftOutText(const Ledger::Coverage &coverage) {
  std::vector<std::string> parts;
  for (const LeftOutLine &line : coverage.left_out) {
    if (parts.size() == most_left_out)
      break;
    std::string what = line.directive.empty() ? line.kind : line.directive;
    parts.push_back(
        printable(what + " (" + line.file + ":" + std::to_string(line.line) + "): " + line.reason));
  }
  if (parts.empty())
    return "";
  size_t rest = coverage.left_out.size() - parts.size();
  return "Left out by the plan, without probes: " + joinText(parts, "; ") +
         (rest ? "; and " + std::to_string(rest) + " more (the JSON has them)" : "") + ".";
}

/// What the system counted in the plain runs, at the largest p.
std::string countsText(const Ledger &ledger) {
  const Table &table = *std::ranges::max_element(ledger.tables, {}, &Table::threads);
  std::vector<std::string> parts;
  auto add = [&](std::optional<double> RunCounts::*count, const std::string &what) {
    const std::optional<double> &many = table.parallel_counts.*count,
                                &serial = table.serial_counts.*count,
                                &one = table.one_counts.*count;
    if (!many)
      return;
    std::string beside = serial                     ? "serial " + countText(*serial)
                         : one && table.threads > 1 ? "on one thread " + countText(*one)
                                                    : "";
    parts.push_back(countText(*many) + " " + what);
    if (!beside.empty())
      parts.back().append(" (").append(beside).append(")");
  };
  add(&RunCounts::faults, "page faults");
  add(&RunCounts::switches, "context switches");
  add(&RunCounts::migrations, "migrations");
  add(&RunCounts::instructions, "instructions");
  add(&RunCounts::cycles, "cycles");
  if (parts.empty())
    return "";
  return "Counted in a plain run at p = " + std::to_string(table.threads) + ": " +
         joinText(parts, ", ") + ".";
}

/// Note -> "1, 2": one that several tables have is written once.
std::vector<std::pair<std::string, std::string>> notesOf(const Ledger &ledger) {
  std::vector<std::pair<std::string, std::string>> notes;
  const std::string shared_cores = sentenceOf({"shared-cores"});
  for (const Table &table : ledger.tables)
    for (const std::string &note : sentencesOf(table.notes)) {
      if (ledger.machine.cores > 0 && note == shared_cores) // coresText says it for all p at once
        continue;
      std::string threads = std::to_string(table.threads);
      auto known = std::ranges::find(notes, note, &std::pair<std::string, std::string>::first);
      if (known == notes.end())
        notes.emplace_back(note, threads);
      else
        known->second += ", " + threads;
    }
  return notes;
}

} // namespace

std::string headText(const Ledger &ledger) {
  std::string text = printable(ledger.program) + " on p = " +
                     overTables(ledger, [](const Table &t) { return std::to_string(t.threads); });
  text += " threads (mean in regions " +
          overTables(ledger, [](const Table &t) { return twoDecimals(t.mean_threads_in_regions); });
  text += "), ";
  if (ledger.machine.cores > 0)
    text += plural(ledger.machine.cores, "core") + ", ";
  return text + acceptedText(ledger) + ", " + referenceText(ledger.reference);
}

std::string cutOffText(const Ledger &ledger) {
  std::vector<std::string> cut;
  for (const Table &table : ledger.tables)
    if (table.cut_off)
      cut.push_back(std::to_string(table.threads));
  if (cut.empty())
    return "";
  return "CUT OFF at p = " + joinText(cut, ", ") +
         ": the run was not measured to its end, the notes say why. This is what was measured "
         "until "
         "then.";
}

std::string machineText(const Machine &machine) {
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
  return joinText(parts, ", ");
}

std::string placesText(const Ledger &ledger) {
  return ledger.source_root.empty() ? ""
                                    : "places are relative to " + printable(ledger.source_root);
}

std::vector<RunSummary> runsOfRoles(const Ledger &ledger) {
  std::vector<RunSummary> runs;
  for (const char *role :
       {"serial", "parallel", "instrumented", "serial_instrumented", "ignored"}) {
    auto run = std::find_if(ledger.runs.begin(), ledger.runs.end(),
                            [&](const RunSummary &candidate) { return candidate.role == role; });
    if (run != ledger.runs.end())
      runs.push_back(*run);
  }
  return runs;
}

std::string roleTitle(const std::string &role) {
  return role == "serial_instrumented" ? "serial probed" : role;
}

std::string coverageText(const Ledger::Coverage &coverage) {
  std::vector<std::string> parts, outside, alone;
  auto add = [&](int count, const std::string &what) {
    if (count > 0)
      parts.push_back(std::to_string(count) + " " + what);
  };
  add(coverage.measured, "measured");
  add(coverage.counted, "counted");
  for (const auto &[reason, count] : coverage.reasons) {
    bool is_outside = reason.starts_with(timed_from_outside);
    (is_outside ? outside : alone)
        .push_back(std::to_string(count) + " " +
                   printable(is_outside ? reason.substr(timed_from_outside.size()) : reason));
  }
  auto because = [](const std::vector<std::string> &reasons) {
    return reasons.empty() ? "" : " (" + joinText(reasons, "; ") + ")";
  };
  add(coverage.outside, "timed from outside" + because(outside));
  add(coverage.left_alone, "left alone" + because(alone));
  return plural(coverage.seen, "construct") + " seen" +
         (parts.empty() ? "" : ": " + joinText(parts, ", "));
}

std::vector<std::string> footSentences(const Ledger &ledger, const Selection &selection,
                                       View view) {
  std::vector<std::string> sentences;
  auto add = [&](const std::string &sentence) {
    if (!sentence.empty())
      sentences.push_back(sentence);
  };
  add(readingText(ledger, selection));
  if (view == View::Whole || view == View::Program)
    add(beside(ledger, selection));
  add(coresText(ledger));
  add(ownCostText(ledger));
  add(budgetText(ledger));
  add(pilotText(ledger));
  add(predictedText(ledger));
  add(countsText(ledger));
  add(coverageText(ledger.coverage) + ".");
  add(leftOutText(ledger.coverage));
  add(unitsText(ledger.coverage));
  add(unseenText(ledger.coverage));
  for (const auto &[note, threads] : notesOf(ledger))
    add("p = " + threads + ": " + printable(note));
  for (const std::string &warning : sentencesOf(ledger.warnings))
    add("warning: " + printable(warning));
  return sentences;
}

} // namespace tare
