// SPDX-License-Identifier: Apache-2.0
// How the rows of an application grow with the size, by the models of `tare model`.
#include "analyzer/archive/html/site_views.h"

#include "analyzer/models/model_report.h"
#include "analyzer/models/predicted_ledger.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {
namespace {

constexpr double least_modelled = 0.01; // of T_p at the largest size
constexpr size_t most_groups = 4;

double valueAtLast(const RowSeries &row) { return row.series.points.back().value; }

std::vector<SiteCell> modelCells(const std::string &name, const OrRefused<RowModel> &model,
                                 double measured) {
  SiteCell time = timeCell(measured, timeText(measured));
  if (!model.ok())
    return {{name}, {.text = "no model", .look = "unknown"}, {model.refusal().text()}, time};
  return {{name},
          {growthClause(model.value())},
          {.text = model.value().formula() + " s", .is_code = true},
          time};
}

void writeModel(Markup &page, const TableModel &model) {
  const TableAt &last = model.tables.back();
  page.element("p", {},
               (model.threads ? "On " + numberOf(model.threads, "thread") : "Over threads") +
                   (model.where.empty() ? "" : ", " + model.where) + ", from " +
                   numberOf(static_cast<int64_t>(model.tables.size()), "table") + ":");
  SiteTable table("Models of rows", {"row", "how it grows", "formula or reason",
                                     "measured at " + scenarioText(last.at)});
  if (model.parallel)
    table.add(modelCells("run time, T_p", *model.parallel, last.table->parallel_time.time_s));
  std::vector<const ModelledRow *> rows;
  for (const ModelledRow &row : model.rows)
    if (std::abs(valueAtLast(row.row)) >= least_modelled * last.table->parallel_time.time_s)
      rows.push_back(&row);
  std::ranges::stable_sort(rows, std::ranges::greater(),
                           [](const ModelledRow *row) { return std::abs(valueAtLast(row->row)); });
  for (const ModelledRow *row : rows)
    table.add(modelCells(row->row.series.name, row->model, valueAtLast(row->row)));
  table.write(page);
  if (size_t small = model.rows.size() - rows.size())
    page.element("p", {},
                 numberOf(static_cast<int64_t>(small), "row") +
                     " below 1 % of T_p left out; tare model has them.");
  for (const std::string &finding : worseThanExpected(model))
    page.element("p", {{"class", "loud"}}, "Worse than expected: " + finding + ".");
}

void writeReport(Markup &page, const ModelReport &report) {
  const TableModel *largest = nullptr; // of most threads: where overheads are largest
  for (const TableModel &model : report.models)
    if (!model.tables.empty() && (!largest || model.threads >= largest->threads))
      largest = &model;
  if (largest)
    writeModel(page, *largest);
  if (report.models.size() > 1)
    page.element("p", {},
                 numberOf(static_cast<int64_t>(report.models.size() - 1), "other model") +
                     " for other numbers of threads or ranges of sizes: tare model has them.");
  for (const auto &[threads, refusal] : report.refused)
    page.element(
        "p", {},
        (threads ? "No model on " + numberOf(threads, "thread") : "No model over threads") + ": " +
            refusal.text() + ".");
}

} // namespace

void writeGrowth(Markup &page, const SiteApplication &application) {
  std::map<std::string, std::vector<NamedLedger>> groups; // what is fitted together
  for (const NamedLedger &named : application.newest) {
    LedgerKeys keys = keysOf(*named.ledger);
    groups[keys.program + ", " + keys.machine + ", " + keys.compiler].push_back(named);
  }
  if (groups.empty())
    page.element("p", {}, "No table of Tare is kept of it.");
  size_t written = 0;
  for (const auto &[name, ledgers] : groups) {
    if (++written > most_groups)
      break;
    if (groups.size() > 1)
      page.element("h3", {}, name);
    OrRefused<TablesOfProgram> tables = programTablesOf(ledgers, {});
    OrRefused<ModelReport> report =
        tables.ok() ? modelReport(tables.value(), {}, 0) : OrRefused<ModelReport>(tables.refusal());
    if (report.ok())
      writeReport(page, report.value());
    else
      page.element("p", {}, "No model: " + report.refusal().text() + ".");
  }
  if (groups.size() > most_groups)
    page.element("p", {},
                 numberOf(static_cast<int64_t>(groups.size() - most_groups), "group") +
                     " of other machines or compilers left out; tare model has them.");
  if (application.not_modelled)
    page.element("p", {},
                 numberOf(static_cast<int64_t>(application.not_modelled), "setting") +
                     " left out of the models: too many for one page.");
}

} // namespace tare
