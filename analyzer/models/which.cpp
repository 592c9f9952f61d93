// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/which.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/models/predicted_ledger.h"
#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {
namespace {

ModelSeries functionSeries(const TablesOfProgram &tables, int threads,
                           const std::string &function) {
  ModelSeries series;
  for (const TableAt &at : tables.tables) {
    if (at.table->threads != threads)
      continue;
    double sum = 0;
    for (const ConstructLines &construct : at.table->constructs)
      if (functionOf(construct) == function)
        sum += construct.time_s.value_or(0);
    ModelPoint point = at.at;
    point.erase(std::string(threads_parameter));
    series.points.push_back({point, sum, {}, at.table->parallel_time.time_s});
  }
  return series;
}

OrRefused<Estimate> functionTime(const TablesOfProgram &tables, const ModelPoint &at, int threads,
                                 const std::string &function, const TableQuestion &question) {
  ModelQuestion asked;
  asked.size = tables.size;
  asked.user_template = question.user_template;
  OrRefused<RowModel> model = modelOf(functionSeries(tables, threads, function), asked);
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

} // namespace

std::vector<WhichChoice> choicesAt(const std::vector<NamedLedger> &ledgers, const ModelPoint &at,
                                   const std::string &function, const TableQuestion &question) {
  std::map<std::string, std::vector<NamedLedger>> groups;
  for (const NamedLedger &named : ledgers)
    groups[groupKey(*named.ledger)].push_back(named);
  std::vector<WhichChoice> choices;
  for (const auto &[key, group] : groups) {
    LedgerKeys keys = keysOf(*group.front().ledger);
    OrRefused<TablesOfProgram> tables = programTablesOf(group, at.empty() ? "" : at.begin()->first);
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
  std::string of = function.empty() ? "" : ", in " + function;
  page.paragraph("At " + scenarioText(at) + printable(of) + ", predicted:", 2, Style::Bold);
  for (const WhichChoice &choice : choices) {
    std::string said = "  " + choiceName(choice, choices) + ": ";
    if (choice.time.ok()) {
      const Estimate &time = choice.time.value();
      said += timeBandText(time.time_s, time.high_s - time.time_s);
    } else {
      said += "no prediction: " + printable(choice.time.refusal().text());
    }
    page.paragraph(said, 4);
  }
  std::vector<std::string> alike;
  for (const WhichChoice &choice : choices)
    if (choice.time.ok() && choice.time.value().low_s <= choices.front().time.value().high_s)
      alike.push_back(choiceName(choice, choices));
  if (alike.size() == 1)
    page.paragraph("Best of those predicted: " + alike.front() + ".", 2, Style::Bold);
  else if (alike.size() > 1)
    page.paragraph("No difference shows, since their bands overlap: " + joinText(alike, "; ") +
                       ". More repetitions, or sizes nearer to the asked one, would narrow them.",
                   2, Style::Bold);
  return page.take();
}

} // namespace tare
