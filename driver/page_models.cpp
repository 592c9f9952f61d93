// SPDX-License-Identifier: Apache-2.0
// Models of several results as curves of a page.
#include "driver/page_answers.h"

#include "analyzer/models/model_report.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/compared_growth.h"
#include "driver/files_source.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace tare {
namespace {

constexpr int curve_points = 40;
constexpr double beyond = 1.5; // times the largest value that was measured

bool isNumeric(const std::string &text) {
  char *end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && end && !*end;
}

/// Parameters that are numbers, and not the same in all results.
std::vector<std::string> sizesAmong(const std::vector<NamedLedger> &ledgers) {
  std::map<std::string, std::set<std::string>> values;
  for (const NamedLedger &named : ledgers)
    for (const auto &[name, value] : named.ledger->settings.parameters)
      if (isNumeric(value))
        values[name].insert(value);
  std::vector<std::string> sizes;
  for (const auto &[name, different] : values)
    if (different.size() > 1)
      sizes.push_back(name);
  return sizes;
}

/// Whether a table's other parameters are those of `fixed`.
bool isOn(const TableAt &table, const ModelPoint &fixed, const std::string &along) {
  return std::ranges::all_of(fixed, [&](const auto &each) {
    auto found = table.at.find(each.first);
    return each.first == along || (found != table.at.end() && found->second == each.second);
  });
}

std::string fixedText(const ModelPoint &fixed, const std::string &along) {
  std::string text;
  for (const auto &[name, value] : fixed)
    if (name != along)
      text += ", " + name + " = " + countText(value);
  return text;
}

/// Along one parameter, the others as in the table with the largest.
PageCurve curveOf(const TableModel &model, const RowModel &fitted, const std::string &along,
                  bool is_serial) {
  ModelPoint fixed = model.tables.back().at;
  std::string of = is_serial ? "T_s" : "T_p";
  if (!is_serial && model.threads > 0)
    of += " on " + numberOf(model.threads, "thread");
  PageCurve curve{of + " along " + along + fixedText(fixed, along) +
                      (model.where.empty() ? "" : " (" + model.where + ")"),
                  along,
                  fitted.isClear() ? fitted.growth() : "",
                  {},
                  {},
                  0};
  for (const TableAt &table : model.tables) {
    if (!isOn(table, fixed, along) || !table.at.contains(along))
      continue;
    const Table &measured = *table.table;
    PageCurvePoint point{table.at.at(along),
                         is_serial ? measured.serial_time : measured.parallel_time, std::nullopt};
    point.model = bandAt(fitted, table.at, measured.parallel_time.time_s);
    curve.measured.push_back(point);
  }
  std::ranges::stable_sort(curve.measured, {}, &PageCurvePoint::at);
  if (curve.measured.empty())
    return curve;
  double first = curve.measured.front().at, last = curve.measured.back().at * beyond;
  curve.last_measured = curve.measured.back().at;
  for (int i = 0; i <= curve_points; ++i) {
    ModelPoint at = fixed;
    at[along] = first + (last - first) * i / curve_points;
    if (!reachRefusal(fitted, at))
      curve.curve.push_back({at[along], bandAt(fitted, at), std::nullopt});
  }
  return curve;
}

void addCurves(const TableModel &model, bool with_serial, PageModels &models) {
  std::vector<std::string> parameters = model.sizes;
  if (model.threads == 0)
    parameters.emplace_back(threads_parameter);
  auto add = [&](const std::optional<OrRefused<RowModel>> &fitted, bool is_serial) {
    if (!fitted || model.tables.empty())
      return;
    if (!fitted->ok()) {
      models.refused.push_back(std::string(is_serial ? "T_s" : "T_p") +
                               (model.threads > 0 ? " on " + numberOf(model.threads, "thread")
                                                  : " over numbers of threads") +
                               ": no model, because " + fitted->refusal().detail + ".");
      return;
    }
    for (const std::string &along : parameters)
      if (PageCurve curve = curveOf(model, fitted->value(), along, is_serial);
          curve.measured.size() > 1)
        models.curves.push_back(std::move(curve));
  };
  add(model.parallel, false);
  if (with_serial && model.threads > 0)
    add(model.serial, true);
}

} // namespace

Result<PageModels> modelsOfPage(const std::vector<std::string> &results, const std::string &terms) {
  TableQuestion question;
  if (!terms.empty()) {
    TARE_TRY(question.user_template, readTemplate(terms));
  }
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(results).ledgers());
  OrRefused<TablesOfProgram> tables = programTablesOf(ledgers, sizesAmong(ledgers));
  if (!tables.ok())
    return refusedError(tables.refusal());
  OrRefused<ModelReport> report = modelReport(tables.value(), question, 0);
  if (!report.ok())
    return refusedError(report.refusal());
  PageModels models;
  models.tables = static_cast<int>(tables.value().tables.size());
  const std::vector<TableModel> &made = report.value().models;
  for (const TableModel &model : made)
    addCurves(model, &model == &made.front(), models);
  for (const auto &[threads, refusal] : report.value().refused)
    models.refused.push_back((threads > 0 ? "On " + numberOf(threads, "thread")
                                          : std::string("Over numbers of threads")) +
                             ": no model, because " + refusal.detail + ".");
  return models;
}

} // namespace tare
