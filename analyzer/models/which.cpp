// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/which.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/models/predicted_ledger.h"
#include "analyzer/models/segments.h"
#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {
namespace {

/// Without points: no construct of the function is in the tables.
ModelSeries functionSeries(const TablesOfProgram &tables, int threads,
                           const std::string &function) {
  ModelSeries series;
  bool is_there = false;
  for (const TableAt &at : tablesOn(tables, threads)) {
    double sum = 0;
    for (const ConstructLines &construct : at.table->constructs)
      if (functionOf(construct) == function) {
        sum += construct.time_s.value_or(0);
        is_there = true;
      }
    series.points.push_back({at.at, sum, {}, at.table->parallel_time.time_s});
  }
  if (!is_there)
    series.points.clear();
  return series;
}

OrRefused<Estimate> functionTime(const TablesOfProgram &tables, const ModelPoint &at, int threads,
                                 const std::string &function, const TableQuestion &question) {
  ModelQuestion asked;
  asked.sizes = varyingSizes(tablesOn(tables, threads), tables.sizes);
  asked.user_template = question.user_template;
  OrRefused<TableSegment> segment = segmentAt(tables, at, threads, true, question);
  if (!segment.ok())
    return segment.refusal();
  ModelSeries series = functionSeries(segment.value().tables, threads, function);
  if (series.points.empty())
    return ModelRefusal{RefusalReason::TooFewPoints,
                        "no construct of " + function + " was measured"};
  OrRefused<RowModel> model = modelOf(series, asked);
  return model.ok() ? predictAt(model.value(), at) : model.refusal();
}

OrRefused<Estimate> timeOf(const TablesOfProgram &tables, ModelPoint at, int threads,
                           const std::string &function, const TableQuestion &question) {
  if (!function.empty())
    return functionTime(tables, at, threads, function, question);
  at[std::string(threads_parameter)] = threads;
  OrRefused<TablePrediction> made = predictTable(tables, at, question);
  return made.ok() ? OrRefused<Estimate>(made.value().parallel) : made.refusal();
}

std::vector<std::string> namesIn(const ModelPoint &at) {
  std::vector<std::string> names;
  for (const auto &[name, value] : at)
    names.push_back(name);
  return names;
}

std::string groupKey(const Ledger &ledger) {
  LedgerKeys keys = keysOf(ledger);
  return keys.program + "\n" + keys.machine + "\n" + keys.compiler + "\n" + keys.settings;
}

/// Only what differs between the choices is worth a word.
std::string choiceName(const WhichChoice &choice, const std::vector<WhichChoice> &all) {
  std::string name = choice.keys.program;
  auto add = [&](std::string LedgerKeys::*key) {
    if (std::ranges::any_of(all,
                            [&](auto &other) { return other.keys.*key != all.front().keys.*key; }))
      name += ", " + choice.keys.*key;
  };
  add(&LedgerKeys::machine);
  add(&LedgerKeys::compiler);
  add(&LedgerKeys::settings);
  return printable(name + ", " + numberOf(choice.threads, "thread"));
}

/// The first line: which is best, or why nobody knows.
std::string answerText(const std::vector<WhichChoice> &choices, const ModelPoint &at,
                       const std::string &function) {
  std::string where =
      "At " + scenarioText(at) + (function.empty() ? "" : ", in " + printable(function) + ",");
  std::vector<std::string> alike;
  int predicted = 0;
  for (const WhichChoice &choice : choices)
    if (choice.time.ok()) {
      ++predicted;
      if (choice.time.value().low_s <= choices.front().time.value().high_s)
        alike.push_back(choiceName(choice, choices));
    }
  if (predicted == 0)
    return where + " nothing can be predicted.";
  auto missing = static_cast<int64_t>(choices.size()) - predicted;
  std::string lacks =
      missing > 0 ? " (" + std::to_string(missing) + " could not be predicted)" : "";
  if (alike.size() > 1)
    return where + " the best is not clear, since these bands overlap: " + joinText(alike, "; ") +
           lacks + ". More repetitions, or sizes nearer to the asked one, would narrow them.";
  if (predicted == 1 && missing > 0)
    return where + " only one can be predicted: " + alike.front() + ".";
  return where + " the best is " + alike.front() + lacks + ".";
}

} // namespace

std::vector<WhichChoice> choicesAt(const std::vector<NamedLedger> &ledgers, const ModelPoint &at,
                                   const std::string &function, const TableQuestion &question) {
  std::map<std::string, std::vector<NamedLedger>> groups;
  for (const NamedLedger &named : ledgers)
    groups[groupKey(*named.ledger)].push_back(named);
  std::vector<WhichChoice> choices;
  for (const auto &[key, group] : groups) {
    LedgerKeys keys = keysOf(*group.front().ledger);
    OrRefused<TablesOfProgram> tables = programTablesOf(group, namesIn(at));
    if (!tables.ok()) {
      choices.push_back({keys, 0, tables.refusal()});
      continue;
    }
    std::set<int> threads;
    for (const TableAt &table : tables.value().tables)
      threads.insert(table.table->threads);
    for (int p : threads)
      choices.push_back({keys, p, timeOf(tables.value(), at, p, function, question)});
  }
  std::ranges::stable_sort(choices, {}, [](const WhichChoice &choice) {
    return choice.time.ok() ? choice.time.value().time_s : 1e300;
  });
  return choices;
}

bool isToldApart(const std::vector<WhichChoice> &choices) {
  for (size_t i = 1; i < choices.size(); ++i)
    if (!choices[i].time.ok() ||
        choices[i].time.value().low_s <= choices.front().time.value().high_s)
      return false;
  return !choices.empty() && choices.front().time.ok();
}

std::string whichText(const std::vector<WhichChoice> &choices, const ModelPoint &at,
                      const std::string &function, int width) {
  Page page(width, false);
  page.paragraph(answerText(choices, at, function), 2, Style::Bold);
  for (const WhichChoice &choice : choices) {
    std::string said = "  " + choiceName(choice, choices) + ": ";
    if (choice.time.ok()) {
      const Estimate &time = choice.time.value();
      said += timeBandText(time.time_s, time.high_s - time.time_s);
    } else {
      said += "no prediction (" + printable(choice.time.refusal().text()) + ")";
    }
    page.paragraph(said, 4);
  }
  if (std::ranges::any_of(choices, [](auto &choice) { return choice.time.ok(); }))
    page.paragraph("Times are predicted, with bands of 95 %.", 2, Style::Dim);
  return page.take();
}

} // namespace tare
