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

std::vector<TableAt> tablesFor(const TablesOfProgram &tables, int threads) {
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

size_t threadCounts(const std::vector<TableAt> &tables) {
  std::set<int> counts;
  for (const TableAt &at : tables)
    counts.insert(threadsOf(at));
  return counts.size();
}

bool hasSeveralSizes(const std::vector<TableAt> &tables, const std::string &size) {
  std::set<double> sizes;
  for (const TableAt &at : tables)
    if (auto found = at.at.find(size); found != at.at.end())
      sizes.insert(found->second);
  return sizes.size() > 1;
}

ModelQuestion questionOf(const TableModel &model, const TableQuestion &asked,
                         const std::string &category, std::optional<int> degree) {
  ModelQuestion question;
  question.category = category;
  question.over_threads = model.threads == 0;
  if (hasSeveralSizes(model.tables, model.size) || !question.over_threads) {
    question.size = model.size;
    question.user_template = asked.user_template;
    question.count_degree = degree;
  }
  return question;
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
    OrRefused<RowModel> fitted =
        modelOf(sum.series, questionOf(model, asked, category, std::nullopt));
    pooled.push_back({std::move(sum), std::move(fitted)});
  }
  std::erase_if(model.rows, [&](auto &row) { return gone.contains(row.row.key); });
  for (ModelledRow &row : pooled)
    model.rows.push_back(std::move(row));
}

int largestDegreeExpected(const ModelQuestion &question) {
  return question.count_degree.value_or(0);
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

std::vector<int> modelledThreads(const TablesOfProgram &tables) {
  std::set<int> counts;
  for (const TableAt &at : tables.tables)
    counts.insert(threadsOf(at));
  std::vector<int> modelled;
  for (int threads : counts)
    if (hasSeveralSizes(tablesFor(tables, threads), tables.size))
      modelled.push_back(threads);
  if (threadCounts(tablesFor(tables, 0)) >= least_thread_counts)
    modelled.push_back(0);
  return modelled;
}

OrRefused<TableModel> tableModel(const TablesOfProgram &tables, int threads,
                                 const TableQuestion &asked) {
  TableModel model;
  model.size = tables.size;
  model.threads = threads;
  model.tables = tablesFor(tables, threads);
  if (!threads && threadCounts(model.tables) < least_thread_counts)
    return ModelRefusal{RefusalReason::Regime,
                        "models over threads want 3 numbers of threads from 2 on: one and two "
                        "threads alone tell no law"};
  if (threads && (tables.size.empty() || !hasSeveralSizes(model.tables, tables.size)))
    return ModelRefusal{RefusalReason::TooFewPoints,
                        "there is one size on " + numberOf(threads, "thread") +
                            ": measure several, each with --param NAME=VALUE"};
  ModelQuestion serial = questionOf(model, asked, "", std::nullopt);
  if (!threads && !serial.size.empty())
    serial.over_threads = false; // T_s knows no threads
  if (!serial.size.empty())
    model.serial = modelOf(serialSeries(model.tables), serial);
  model.parallel =
      modelOf(parallelSeries(model.tables), questionOf(model, asked, "", std::nullopt));
  for (RowSeries &row : rowSeries(model.tables, serial.size)) {
    OrRefused<RowModel> fitted =
        modelOf(row.series, questionOf(model, asked, row.key.category, row.count_degree));
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
    if (found.question.over_threads && isWorseOverThreads(found))
      findings.push_back(found.name + " grows with the threads as " + found.growth() +
                         "; a tree of threads would grow as log2(threads)");
    else if (found.question.count_degree && found.set != "executions")
      findings.push_back(found.name + " grows as " + found.growth() +
                         ", faster than its executions, which grow as " + found.question.size +
                         "^" + std::to_string(largestDegreeExpected(found.question)));
  }
  return findings;
}

} // namespace tare
