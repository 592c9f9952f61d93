// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/table_model.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr size_t least_thread_counts = 3; // from 2 on: one and two threads alone tell no law
constexpr double pooled_share = 0.02;     // of T_p: a row without a model that is smaller is pooled

const std::string threads_name(threads_parameter);

int threadsOf(const TableAt &at) { return at.table->threads; }

size_t threadCounts(const std::vector<TableAt> &tables) {
  std::set<int> counts;
  for (const TableAt &at : tables)
    counts.insert(threadsOf(at));
  return counts.size();
}

/// Names of what varies in the tables of a model.
std::vector<std::string> parametersOf(const TableModel &model) {
  std::vector<std::string> parameters = model.sizes;
  if (model.threads == 0)
    parameters.push_back(threads_name);
  return parameters;
}

ModelQuestion questionOf(const TableModel &model, const TableQuestion &asked,
                         const std::string &category,
                         const std::optional<ParameterDegrees> &degrees = std::nullopt) {
  ModelQuestion question;
  question.category = category;
  question.over_threads = model.threads == 0;
  question.sizes = model.sizes;
  if (!model.sizes.empty()) {
    question.user_template = asked.user_template;
    question.count_degrees = degrees;
  }
  return question;
}

std::optional<ParameterDegrees> degreesOf(const TableModel &model, const RowKey &key) {
  auto found = model.counts.find(key.construct);
  return found == model.counts.end() ? std::nullopt : found->second.degrees();
}

double largestShare(const ModelSeries &series) {
  double share = 0;
  for (const Observation &point : series.points)
    share = std::max(share, std::abs(point.value) / point.scale);
  return share;
}

/// Small rows without a model become one row of their category: never dropped.
void poolRefused(TableModel &model, const TableQuestion &asked) {
  std::map<std::string, std::vector<const RowSeries *>> refused;
  for (const ModelledRow &row : model.rows)
    if (!row.model.ok() && largestShare(row.row.series) < pooled_share)
      refused[row.row.key.category].push_back(&row.row);
  std::vector<ModelledRow> pooled;
  std::set<RowKey> gone;
  for (auto &[category, rows] : refused) {
    for (const ModelledRow &row : model.rows) // what was pooled for its size goes along
      if (row.row.key == RowKey{category, std::string(pooled_rows)} && row.model.ok())
        rows.push_back(&row.row);
    if (rows.size() < 2)
      continue;
    RowSeries sum = pooledSeries(category, rows);
    sum.series.name = rowName(sum.key, model.tables);
    for (const RowSeries *row : rows)
      gone.insert(row->key);
    OrRefused<RowModel> fitted = modelOf(sum.series, questionOf(model, asked, category));
    pooled.push_back({std::move(sum), std::move(fitted)});
  }
  std::erase_if(model.rows, [&](auto &row) { return gone.contains(row.row.key); });
  for (ModelledRow &row : pooled)
    model.rows.push_back(std::move(row));
}

/// "grow as N^2", "stay the same".
std::string degreesText(const ParameterDegrees &degrees) {
  ModelTerm term;
  for (const auto &[parameter, degree] : degrees)
    term = productOf(term, powerTerm(parameter, degree));
  return term.factors.empty() ? "stay the same" : "grow as " + termText(term);
}

/// log2 p where threads meet; p and more is worse.
bool isWorseOverThreads(const RowModel &model) {
  for (const TermFit &fit : model.fits) {
    bool grows = false;
    for (size_t j = 0; j < fit.terms.size(); ++j)
      for (const TermFactor &factor : fit.terms[j].factors)
        grows |= factor.parameter == threads_name && factor.power >= 1 && fit.coefficients[j] > 0;
    if (!grows)
      return false;
  }
  return true;
}

bool isTooLarge(const TableModel &model, const ModelledRow &row) {
  const Observation &last = row.row.series.points.back();
  return !model.tables.empty() && std::abs(last.value) >= 0.001 * last.scale;
}

} // namespace

std::vector<TableAt> tablesOn(const TablesOfProgram &tables, int threads) {
  std::vector<TableAt> chosen;
  for (const TableAt &at : tables.tables) {
    if (threads ? threadsOf(at) != threads : threadsOf(at) < 2)
      continue;
    chosen.push_back(at);
    if (threads)
      chosen.back().at.erase(threads_name);
  }
  return chosen;
}

std::vector<int> modelledThreads(const TablesOfProgram &tables) {
  std::set<int> counts;
  for (const TableAt &at : tables.tables)
    counts.insert(threadsOf(at));
  std::vector<int> modelled;
  for (int threads : counts)
    if (!varyingSizes(tablesOn(tables, threads), tables.sizes).empty())
      modelled.push_back(threads);
  if (threadCounts(tablesOn(tables, 0)) >= least_thread_counts)
    modelled.push_back(0);
  return modelled;
}

OrRefused<TableModel> tableModel(const TablesOfProgram &tables, int threads,
                                 const TableQuestion &asked) {
  TableModel model;
  model.threads = threads;
  model.tables = tablesOn(tables, threads);
  model.sizes = varyingSizes(model.tables, tables.sizes);
  if (!threads && threadCounts(model.tables) < least_thread_counts)
    return ModelRefusal{RefusalReason::Regime,
                        "models over threads want 3 numbers of threads from 2 on: one and two "
                        "threads alone tell no law"};
  if (threads && model.sizes.empty())
    return ModelRefusal{RefusalReason::TooFewPoints,
                        "there is one size on " + numberOf(threads, "thread") +
                            ": measure several, each with --param NAME=VALUE"};
  model.counts = constructGrowth(model.tables, parametersOf(model));
  ModelQuestion serial = questionOf(model, asked, "");
  serial.over_threads = false; // T_s knows no threads
  if (!serial.sizes.empty())
    model.serial = modelOf(serialSeries(model.tables), serial);
  ModelQuestion parallel = questionOf(model, asked, "");
  if (threads > 1 && model.serial && model.serial->ok())
    for (const TermFit &fit : model.serial->value().fits)
      parallel.serial_models.push_back(fit.terms);
  model.parallel = modelOf(parallelSeries(model.tables), parallel);
  for (RowSeries &row : rowSeries(model.tables)) {
    if (row.key.category == category::off_cpu) {
      model.rows.push_back({std::move(row), ModelRefusal{RefusalReason::NotModelled,
                                                         "other programs and the system decide "
                                                         "how long threads wait for a CPU"}});
      continue;
    }
    OrRefused<RowModel> fitted =
        modelOf(row.series, questionOf(model, asked, row.key.category, degreesOf(model, row.key)));
    model.rows.push_back({std::move(row), std::move(fitted)});
  }
  poolRefused(model, asked);
  return model;
}

std::vector<std::string> worseThanExpected(const TableModel &model) {
  std::vector<std::string> findings;
  for (const ModelledRow &row : model.rows) {
    if (!row.model.ok() || !isPaidByExecution(row.row.key.category) || !isTooLarge(model, row))
      continue;
    const RowModel &found = row.model.value();
    if (!found.isClear())
      continue;
    if (found.question.over_threads && isWorseOverThreads(found))
      findings.push_back(found.name + " grows with the threads as " + found.growth() +
                         "; a tree of threads would grow as log2(threads)");
    else if (found.question.count_degrees && found.set != "executions")
      findings.push_back(found.name + " grows as " + found.growth() +
                         ", faster than its executions, which " +
                         degreesText(*found.question.count_degrees));
  }
  return findings;
}

} // namespace tare
