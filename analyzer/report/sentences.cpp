// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/sentences.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/coverage_reasons.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/cost_sentences.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/outputs_sentence.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace tare {
namespace {

/// `value`: Table -> text.
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

/// How many runs the noise gates accepted, for each p where that differs.
std::string acceptedText(const Ledger &ledger) {
  int64_t accepted = 0, total = 0;
  std::vector<std::string> rejected;
  bool alike = true;
  for (const Table &table : ledger.tables) {
    const Table &first = ledger.tables.front();
    accepted += table.repetitions_accepted;
    total += table.repetitions_total;
    alike &= table.repetitions_accepted == first.repetitions_accepted;
    alike &= table.repetitions_total == first.repetitions_total;
    if (table.repetitions_accepted < table.repetitions_total)
      rejected.push_back(sizeHead(sizeOf(table)) + ": " +
                         std::to_string(table.repetitions_accepted) + " of " +
                         std::to_string(table.repetitions_total));
  }
  if (total == 0) // a warm-up, or the instrumented run alone
    return "the experiment was broken off: this is of single runs";
  std::string text = repetitionsText(accepted, total);
  return alike || rejected.empty() ? text : text + " (" + joinText(rejected, ", ") + ")";
}

/// What T_s is the time of.
std::string referenceText(const Ledger &ledger) {
  if (ledger.same_ranks)
    return "reference: the same ranks with one thread each";
  if (ledger.reference == "omp_1")
    return isOfJob(ledger) ? "reference: the same program on " + oneText(ledger)
                           : "reference: the OpenMP program on one thread";
  if (ledger.reference == "none")
    return "reference: none (ideal is the run's own work / p; slower or extra work cannot be seen)";
  return "reference: serial program";
}

/// How to read the row that is no part of the sum.
std::string amdahlText(const Ledger &ledger, const Selection &selection) {
  if (std::ranges::all_of(ledger.tables, [](const Table &table) { return table.ranks > 1; }) ||
      std::ranges::find(selection.leaves, category::unparallelised, &Leaf::category) ==
          selection.leaves.end())
    return "";
  return "Amdahl: the share is serial code in the parallel run, of T_s. No number of threads is "
         "faster than the limit while this code is serial.";
}

/// How to read the figures; only what this table shows is explained.
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
  std::string text = isOfJob(ledger)
                         ? "Rows are wall-clock shares (time of all threads of all ranks, divided "
                           "by their number p), in % of T_p"
                         : "Rows are wall-clock shares (time of all threads / p), in % of T_p";
  text += bands ? ", ± half of the 95 % band. " : ". ";
  text +=
      "They add up to T_p. They are not savings: a wait that is removed may reappear elsewhere.";
  if (negative)
    text += " Negative: cheaper than the reference.";
  if (work > 1)
    text += " The work-inflation rows share the run on one thread: an error of it moves them in "
            "opposite directions. Their sum is surer than each.";
  return text;
}

/// The p for which threads must share cores; empty: none.
std::string coresText(const Ledger &ledger) {
  std::vector<RunSize> over;
  for (const Table &table : ledger.tables)
    if (ledger.machine.cores > 0 && table.threads > ledger.machine.cores)
      over.push_back(sizeOf(table));
  if (over.empty())
    return "";
  return sizesHead(over) + " on " + numberOf(ledger.machine.cores, "core") +
         ": waits contain time without a CPU.";
}

/// Units that fell back to their own text, with the reason.
std::string unitsText(const Ledger::Coverage &coverage) {
  std::vector<std::string> units;
  for (const std::string &unit : coverage.units_not_measured)
    units.push_back(printable(unit));
  return units.empty() ? "" : "Not measured at all: " + joinText(units, ", ");
}

constexpr size_t most_unseen = 4; // functions of one file

/// Regions that Tare did not build: the table has their time as serial code.
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
                               ". Where they run their time is serial code in this table. Build "
                               "their objects through `tare cc`, too. Headers of a library, as "
                               "of `__gnu_parallel`, get no probes.";
}

/// So many constructs are named; the JSON has them all.
constexpr size_t most_left_out = 6;

std::string leftOutText(const Ledger::Coverage &coverage) {
  std::vector<std::string> parts;
  for (const UnprobedConstruct &line : coverage.unprobed) {
    if (parts.size() == most_left_out)
      break;
    std::string what = line.directive.empty() ? line.kind : line.directive;
    parts.push_back(
        printable(what + " (" + line.file + ":" + std::to_string(line.line) + "): " + line.reason));
  }
  if (parts.empty())
    return "";
  size_t rest = coverage.unprobed.size() - parts.size();
  return "Without probes, by the plan: " + joinText(parts, "; ") +
         (rest ? "; and " + std::to_string(rest) + " more (the JSON has them)" : "") + ".";
}

/// Counts of the system in the plain runs, at the largest p.
std::string countsText(const Ledger &ledger) {
  const Table &table = *std::ranges::max_element(ledger.tables, {}, &Table::threads);
  std::vector<std::string> parts;
  auto add = [&](std::optional<double> RunCounts::*count, const std::string &what) {
    const std::optional<double> &many = table.parallel_counts.*count,
                                &serial = table.serial_counts.*count,
                                &one = table.one_counts.*count;
    if (!many)
      return;
    std::string beside = serial ? "serial " + countText(*serial)
                         : one && table.threads > 1
                             ? "on " + oneText(ledger) + " " + countText(*one)
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
  return "Counted in a plain run " + atSize(sizeOf(table)) + ": " + joinText(parts, ", ") + ".";
}

/// Note -> the sizes of its tables: a note that several tables have is written once.
std::vector<std::pair<std::string, std::vector<RunSize>>> notesOf(const Ledger &ledger) {
  std::vector<std::pair<std::string, std::vector<RunSize>>> notes;
  const std::string shared_cores = sentenceOf({"shared-cores"});
  for (const Table &table : ledger.tables)
    for (const std::string &note : sentencesOf(table.notes)) {
      if (ledger.machine.cores > 0 && note == shared_cores) // coresText says it for all p at once
        continue;
      auto known =
          std::ranges::find(notes, note, &std::pair<std::string, std::vector<RunSize>>::first);
      if (known == notes.end())
        notes.emplace_back(note, std::vector{sizeOf(table)});
      else
        known->second.push_back(sizeOf(table));
    }
  return notes;
}

} // namespace

std::string capitalised(std::string sentence) {
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z')
    sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
  return sentence;
}

std::string repetitionsText(int64_t undisturbed, int64_t all) {
  constexpr int64_t fewest_undisturbed = 3;
  if (undisturbed < std::min(fewest_undisturbed, all))
    return "all " + numberOf(all, "repetition") + " used, though " +
           std::to_string(all - undisturbed) + " were disturbed";
  return std::to_string(undisturbed) + " of " + numberOf(all, "repetition") + " used";
}

std::string headText(const Ledger &ledger) {
  std::string predicted =
      ledger.predicted.empty() ? "" : " (PREDICTED: " + printable(ledger.predicted) + ")";
  std::string text = printable(ledger.program) + predicted + " on " + sizesHead(sizesOf(ledger));
  if (!isOfJob(ledger))
    text += " threads";
  bool have_teams = std::ranges::any_of(ledger.tables, [](const Table &table) {
    return table.ranks == 0 || table.threads > table.ranks;
  });
  if (have_teams)
    text +=
        std::string(isOfJob(ledger) ? " (threads in regions, all ranks together, mean: "
                                    : " (mean in regions ") +
        overTables(ledger, [](const Table &t) { return twoDecimals(t.mean_threads_in_regions); }) +
        ")";
  text += ", ";
  if (ledger.machine.cores > 0)
    text += numberOf(ledger.machine.cores, "core") + ", ";
  return text + acceptedText(ledger) + ", " + referenceText(ledger);
}

std::string cutOffText(const Ledger &ledger) {
  std::vector<RunSize> cut;
  for (const Table &table : ledger.tables)
    if (table.cut_off)
      cut.push_back(sizeOf(table));
  if (cut.empty())
    return "";
  return "CUT OFF " + atSizes(cut) +
         ": the run was not measured to its end (--notes say why). This is what was measured until "
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
  return ledger.source_root.empty() ? "" : "files are relative to " + printable(ledger.source_root);
}

/// The first run of each role stands for all.
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

namespace {

/// So many places are named for each reason; the JSON has them all.
constexpr size_t most_places = 4;

/// ", at x.c:7, x.c:9 and 3 more": where directives were left alone for this reason.
std::string leftAlonePlaces(const Ledger::Coverage &coverage, const std::string &reason) {
  std::vector<std::string> places;
  size_t count = 0;
  for (const LeftAloneDirective &directive : coverage.left_alone_directives)
    if (directive.reason == reason && ++count <= most_places)
      places.push_back(printable(directive.file) + ":" + std::to_string(directive.line));
  std::string more =
      count > most_places ? " and " + std::to_string(count - most_places) + " more" : "";
  return places.empty() ? "" : ", at " + joinText(places, ", ") + more;
}

} // namespace

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
                   printable(is_outside ? reason.substr(timed_from_outside.size()) : reason) +
                   leftAlonePlaces(coverage, reason));
  }
  auto because = [](const std::vector<std::string> &reasons) {
    return reasons.empty() ? "" : " (" + joinText(reasons, "; ") + ")";
  };
  add(coverage.outside, "timed from outside" + because(outside));
  add(coverage.left_alone, "left alone" + because(alone));
  return numberOf(coverage.seen, "construct") + " seen" +
         (parts.empty() ? "" : ": " + joinText(parts, ", "));
}

/// Notes and warnings come last: they are about what was said before.
/// "Without and with probes at p = 2, % of T_p: waiting for locks 127.3, 98.0, 87.6": the rows that
/// what was taken out moved by 1 % or more.
static std::string stepsText(const Table &table) {
  constexpr double worth_telling = 0.01;
  double whole_s = table.parallel_time.time_s;
  std::vector<std::string> rows;
  for (const LedgerLine &row : table.overheads) {
    if (!row.with_probes_s || !row.calibrated_s || !(whole_s > 0))
      continue;
    double moved = std::max(std::fabs(*row.with_probes_s - row.time.time_s),
                            std::fabs(*row.calibrated_s - row.time.time_s));
    if (moved >= worth_telling * whole_s)
      rows.push_back(labelOf(row.category) + " " + tenthPercent(*row.with_probes_s / whole_s) +
                     ", " + tenthPercent(*row.calibrated_s / whole_s) + ", " +
                     tenthPercent(row.time.time_s / whole_s));
  }
  if (rows.empty())
    return "";
  return "Rows " + atSize(sizeOf(table)) +
         " with the probes, without them by calibration, and as the plain runs have it: " +
         joinText(rows, "; ") + ".";
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
    add(amdahlText(ledger, selection));
  add(coresText(ledger));
  add(resultsDiffer(ledger) ? outputsAdvice(ledger) : outputsSentence(ledger));
  for (const std::string &sentence : costSentences(ledger))
    add(sentence);
  for (const Table &table : ledger.tables)
    add(stepsText(table));
  add(countsText(ledger));
  add(coverageText(ledger.coverage) + ".");
  add(leftOutText(ledger.coverage));
  add(unitsText(ledger.coverage));
  add(unseenText(ledger.coverage));
  for (const auto &[note, sizes] : notesOf(ledger))
    add(sizesHead(sizes) + ": " + printable(note));
  for (const std::string &warning : sentencesOf(ledger.warnings))
    add("warning: " + printable(warning));
  return sentences;
}

} // namespace tare
