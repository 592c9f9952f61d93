// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/model_report.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "base/text.h"

#include <cmath>

namespace tare {
namespace {

using json::Fields;

constexpr json::Number figure{-1e300, 1e300, nullptr};

struct TermRow {
  std::string text;
  double coefficient = 0;
};

void termRows(Fields &io, TermRow &row) {
  io.required("term", row.text);
  io.required("coefficient", row.coefficient, figure);
}

void fitRows(Fields &io, TermFit &fit) {
  std::vector<TermRow> terms;
  for (size_t j = 0; j < fit.terms.size(); ++j)
    terms.push_back({termText(fit.terms[j]), fit.coefficients[j]});
  io.required("terms", terms, termRows);
  io.required("chi2", fit.chi2, figure);
  io.required("freedom", fit.freedom, figure);
  io.required("bic", fit.bic, figure);
  io.required("lack_of_fit", fit.lack, figure);
}

void heldRows(Fields &io, HeldOut &held) {
  io.required("at", held.at, figure);
  io.required("measured", held.measured, figure);
  io.required("predicted", held.predicted.time_s, figure);
  io.required("low", held.predicted.low_s, figure);
  io.required("high", held.predicted.high_s, figure);
  io.required("inside", held.inside);
}

/// One row as it is written.
struct RowReport {
  std::string name, category, construct, executions, iterations;
  const OrRefused<RowModel> *model = nullptr;
};

std::string exactText(const std::optional<ExactPolynomial> &count) {
  return count ? count->text() : "";
}

RowReport reportOf(const ModelledRow &row, const TableModel &table) {
  RowReport report{row.row.series.name, row.row.key.category, row.row.key.construct, "", "",
                   &row.model};
  if (auto found = table.counts.find(report.construct); found != table.counts.end()) {
    report.executions = exactText(found->second.executions);
    report.iterations = exactText(found->second.iterations);
  }
  return report;
}

struct PointRow {
  ModelPoint at;
  double value = 0, error = 0;
};

void pointRows(Fields &io, PointRow &point) {
  io.required("at", point.at, figure);
  io.required("value", point.value, figure);
  io.required("error", point.error, figure);
}

void foundRows(Fields &io, RowModel &model) {
  std::string formula = model.formula(), growth = model.growth(), hash = hex16(model.data_hash);
  io.required("formula", formula);
  io.required("class", growth);
  io.required("set", model.set);
  int candidates = static_cast<int>(model.candidates);
  io.required("candidates", candidates);
  io.required("data_hash", hash);
  io.optional("scatter", model.scatter, json::Number{0, 1, nullptr});
  io.required("fits", model.fits, fitRows);
  io.required("left_out", model.left_out, heldRows);
  io.required("largest_left_out", model.largest, heldRows);
  std::vector<PointRow> points;
  for (size_t i = 0; i < model.points.size(); ++i)
    points.push_back({model.points.at[i], model.points.values[i], model.points.errors[i]});
  io.required("points", points, pointRows);
}

void refusalRows(Fields &io, ModelRefusal &refusal) {
  std::string reason(refusalName(refusal.reason));
  io.required("reason", reason);
  io.required("detail", refusal.detail);
}

void rowRows(Fields &io, RowReport &row) {
  io.required("name", row.name);
  io.optional("category", row.category);
  io.optional("construct", row.construct);
  io.optional("executions", row.executions);
  io.optional("iterations", row.iterations);
  std::optional<RowModel> model;
  std::optional<ModelRefusal> refused;
  if (row.model && row.model->ok())
    model = row.model->value();
  else if (row.model)
    refused = row.model->refusal();
  io.optional("model", model, foundRows);
  io.optional("refused", refused, refusalRows);
}

void tableRows(Fields &io, TableModel &model) {
  io.required("threads", model.threads);
  io.optional("where", model.where);
  std::vector<RowReport> rows;
  if (model.serial)
    rows.push_back({"serial time", "", "", "", "", &*model.serial});
  if (model.parallel)
    rows.push_back({"parallel time", "", "", "", "", &*model.parallel});
  for (const ModelledRow &row : model.rows)
    rows.push_back(reportOf(row, model));
  io.required("rows", rows, rowRows);
  std::vector<std::string> findings = worseThanExpected(model);
  io.optional("worse_than_expected", findings);
}

void efficiencyRows(Fields &io, EfficiencyAnswer &answer) {
  io.required("efficiency", answer.efficiency, figure);
  io.required("threads", answer.threads);
  io.optional("size", answer.size, figure);
  io.optional("largest_row", answer.largest_row);
}

void growthRows(Fields &io, RowGrowth &row) {
  io.required("threads", row.threads);
  io.optional("where", row.where);
  io.required("name", row.name);
  io.optional("category", row.key.category);
  io.optional("construct", row.key.construct);
  std::string verdict(growthVerdictName(row.verdict));
  io.required("verdict", verdict);
  io.optional("base", row.base);
  io.optional("head", row.head);
  io.optional("exact", row.is_exact);
  io.optional("faster", row.is_faster);
  io.optional("reason", row.reason);
}

void growthComparisonRows(Fields &io, GrowthComparison &growth) {
  io.required("rows", growth.rows, growthRows);
  io.required("only_in_base", growth.only_in_base);
  io.required("only_in_head", growth.only_in_head);
  io.optional("remarks", growth.remarks);
}

struct RefusedThreads {
  int threads = 0;
  ModelRefusal refusal;
};

void refusedRows(Fields &io, RefusedThreads &refused) {
  io.required("threads", refused.threads);
  refusalRows(io, refused.refusal);
}

void keyRows(Fields &io, LedgerKeys &keys) {
  io.required("machine", keys.machine);
  io.required("compiler", keys.compiler);
  io.required("settings", keys.settings);
}

void modelReportRows(Fields &io, ModelReport &report) {
  io.schema(formats::model);
  io.required("program", report.program);
  std::string size = report.sizes.size() == 1 ? report.sizes.front() : "";
  io.optional("size", size);
  io.optional("sizes", report.sizes);
  io.required("keys", report.keys, keyRows);
  io.required("tables", report.models, tableRows);
  std::vector<RefusedThreads> refused;
  for (const auto &[threads, refusal] : report.refused)
    refused.push_back({threads, refusal});
  io.optional("refused", refused, refusedRows);
  io.optional("efficiencies", report.efficiencies, efficiencyRows);
  io.optional("growth", report.growth, growthComparisonRows);
}

} // namespace

std::string modelJson(const ModelReport &report) {
  return json::write(report, modelReportRows) + "\n";
}

} // namespace tare
