// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/model_report.h"

#include "analyzer/ledger/reliability.h"
#include "analyzer/models/predicted_ledger.h"
#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {

std::string growthClause(const RowModel &model) {
  std::string growth = model.growth();
  if (!model.isClear())
    return "grows in a way that noise hides";
  if (growth == "1")
    return "is constant";
  return growth.starts_with("1 or ") ? "is constant, or grows as " + growth.substr(5)
                                     : "grows as " + growth;
}

namespace {

constexpr double least_share = 0.01, least_share_in_full = 0.001; // of T_p

/// The figure with its band at the last point, and how far points were from what the others
/// predict.
void showQuality(Page &page, const RowModel &model) {
  size_t last = model.points.size() - 1;
  Estimate band = bandAt(model, model.points.at[last], model.points.scales[last]);
  page.paragraph("    at " + scenarioText(model.points.at[last]) + ": " +
                     timeBandText(band.time_s, std::max(band.high_s - band.time_s, 0.0)),
                 6);
  size_t inside = 0;
  double worst = 0;
  for (const HeldOut &held : model.left_out) {
    inside += held.inside;
    worst = std::max(worst, held.relativeError());
  }
  std::string text = "    check: ";
  if (!model.left_out.empty())
    text += "each size predicted from the others, " + std::to_string(inside) + " of " +
            std::to_string(model.left_out.size()) + " are within their bands, at most " +
            tenthPercent(std::min(worst, 99.0)) + " off";
  for (const HeldOut &held : model.largest)
    text += "; the largest is " + tenthPercent(std::min(held.relativeError(), 99.0)) + " off, " +
            (held.inside ? "within" : "OUTSIDE");
  if (!model.left_out.empty() || !model.largest.empty())
    page.paragraph(text, 6);
}

/// "chosen among 45 usual forms; 2 others fit as well".
std::string choiceText(const RowModel &model) {
  std::string forms = model.set == "template"        ? "parts of the template"
                      : model.set == "executions"    ? "forms that its executions allow"
                      : model.set == "serial time"   ? "forms that T_s has"
                      : model.set == "usual classes" ? "usual forms"
                      : model.set == "products"      ? "sums and products of sizes"
                                                     : "forms of a wide search";
  auto others = static_cast<int64_t>(model.fits.size()) - 1;
  return "chosen among " + std::to_string(model.candidates) + " " + forms + "; " +
         (others == 0   ? "no other fits as well"
          : others == 1 ? "1 other fits as well"
                        : std::to_string(others) + " others fit as well");
}

void showModel(Page &page, const std::string &name, const OrRefused<RowModel> &model) {
  page.paragraph("  " + printable(name), 4, Style::Bold);
  if (!model.ok()) {
    page.paragraph("    no model: " + printable(model.refusal().text()), 6);
    return;
  }
  const RowModel &found = model.value();
  page.paragraph("    " + growthClause(found) + ": " + found.formula() + " s", 6);
  page.paragraph("    " + choiceText(found), 6);
  if (found.scatter > 0)
    page.paragraph("    sizes lie " + tenthPercent(found.scatter) +
                       (found.points.noise.law == SeriesNoise::Law::Whole ? " of T_p" : "") +
                       " beside a smooth curve, which is in the band",
                   6);
  showQuality(page, found);
}

/// A row in a line: its figure at the last point, and how it grows.
void showBriefly(Page &page, const std::string &name, const RowModel &found) {
  std::string text = "  " + printable(name) + ": ";
  Estimate band = bandAt(found, found.points.at.back(), found.points.scales.back());
  page.paragraph(text + timeBandText(band.time_s, std::max(band.high_s - band.time_s, 0.0)) + ", " +
                     growthClause(found),
                 4);
}

std::string countedText(const ExactPolynomial &count, const std::string &noun) {
  std::string text = count.text();
  return text + " " + noun + (text == "1" ? "" : "s");
}

/// "executed N times, N^2 iterations", once for each construct.
void showCounts(Page &page, const ModelledRow &row, const TableModel &model,
                std::set<std::string> &shown) {
  const std::string &id = row.row.key.construct;
  auto found = model.counts.find(id);
  if (found == model.counts.end() || !found->second.executions || !shown.insert(id).second)
    return;
  std::string text = "    counted exactly: " + countedText(*found->second.executions, "execution");
  if (found->second.iterations && !found->second.iterations->terms.empty())
    text += ", " + countedText(*found->second.iterations, "iteration");
  page.paragraph(text, 6);
}

bool isWanted(const std::string &name, const std::string &of) {
  return of.empty() || name.find(of) != std::string::npos;
}

/// The largest at the last point first.
std::vector<const ModelledRow *> bySize(const TableModel &model) {
  std::vector<const ModelledRow *> rows;
  for (const ModelledRow &row : model.rows)
    rows.push_back(&row);
  std::ranges::stable_sort(rows, {}, [](const ModelledRow *row) {
    return -std::abs(row->row.series.points.back().value);
  });
  return rows;
}

/// Whether the row is a smaller part of T_p at the last point.
bool isBelow(const ModelledRow &row, double share) {
  const Observation &last = row.row.series.points.back();
  return std::abs(last.value) < share * last.scale;
}

std::string headingOf(const TableModel &model) {
  std::string threads =
      model.threads ? "On " + numberOf(model.threads, "thread") : "Over threads, from 2 on";
  return threads + (model.where.empty() ? "" : ", " + model.where);
}

/// The answer in a sentence: how T_p grows, and what of it is lost most.
std::string answerText(const TableModel &model) {
  std::string text =
      headingOf(model) + ", the parallel time " +
      (model.parallel->ok() ? growthClause(model.parallel->value())
                            : "has no model (" + model.parallel->refusal().text() + ")");
  const ModelledRow *largest = nullptr;
  for (const ModelledRow &row : model.rows)
    if (!largest || row.row.series.points.back().value > largest->row.series.points.back().value)
      largest = &row;
  if (!largest || !(largest->row.series.points.back().value > 0) || model.threads == 1)
    return text + ".";
  const Observation &last = largest->row.series.points.back();
  return text + ". Its largest overhead at " + scenarioText(last.at) + ", " +
         largest->row.series.name + " (" + tenthPercent(last.value / last.scale) + "), " +
         (largest->model.ok() ? growthClause(largest->model.value()) : "has no model") + ".";
}

void showFully(Page &page, const TableModel &model, const std::string &of) {
  if (model.serial && isWanted("serial time", of))
    showModel(page, "serial time", *model.serial);
  if (isWanted("parallel time", of))
    showModel(page, "parallel time, as one figure", *model.parallel);
  int small = 0;
  std::set<std::string> counted;
  for (const ModelledRow *row : bySize(model)) {
    if (of.empty() && isBelow(*row, least_share_in_full)) {
      ++small;
    } else if (isWanted(row->row.series.name, of)) {
      showModel(page, row->row.series.name, row->model);
      showCounts(page, *row, model, counted);
    }
  }
  if (small)
    page.paragraph("  " + numberOf(small, "row") + " below 0.1 % of the parallel time: in --json.",
                   4, Style::Dim);
}

/// Rows with a model a line each, the others by the reason why they have none.
void showRows(Page &page, const TableModel &model) {
  std::map<std::string_view, std::vector<std::string>> without;
  auto show = [&](const std::string &name, const OrRefused<RowModel> &row) {
    if (row.ok())
      showBriefly(page, name, row.value());
    else
      without[refusalName(row.refusal().reason)].push_back(printable(name));
  };
  if (model.serial)
    show("serial time", *model.serial);
  show("parallel time", *model.parallel);
  int small = 0;
  for (const ModelledRow *row : bySize(model)) {
    if (isBelow(*row, least_share))
      ++small;
    else
      show(row->row.series.name, row->model);
  }
  for (const auto &[reason, names] : without)
    page.paragraph("  no model (" + std::string(reason) + "): " + joinText(names, "; "), 4);
  if (small)
    page.paragraph("  " + numberOf(small, "row") + " below 1 % of the parallel time: in --full.", 4,
                   Style::Dim);
}

void showTable(Page &page, const TableModel &model, const ModelView &view) {
  page.paragraph(headingOf(model) + ", from " +
                     numberOf(static_cast<int64_t>(model.tables.size()), "table") + ", at " +
                     scenarioText(model.tables.back().at) + ":",
                 2, Style::Bold);
  if (view.full || !view.of.empty())
    showFully(page, model, view.of);
  else
    showRows(page, model);
  for (const std::string &finding : worseThanExpected(model))
    page.paragraph("  Worse than expected: " + printable(finding) + ".", 4, Style::Loud);
}

/// What the names of refusals in the rows mean, one line for each.
void explainRefusals(Page &page, const ModelReport &report) {
  std::map<std::string_view, std::string> reasons;
  auto add = [&](const OrRefused<RowModel> &model) {
    if (!model.ok())
      reasons.try_emplace(refusalName(model.refusal().reason), model.refusal().detail);
  };
  for (const TableModel &model : report.models) {
    if (model.serial)
      add(*model.serial);
    add(*model.parallel);
    for (const ModelledRow &row : model.rows)
      if (!isBelow(row, least_share))
        add(row.model);
  }
  if (!reasons.empty())
    page.blank();
  for (const auto &[name, detail] : reasons)
    page.paragraph(std::string(name) + ": " + printable(detail) + ".", 2);
}

} // namespace

namespace {

/// Results whose tables are not reliable: their noise is in every model. Empty: none.
std::string unreliableText(const ModelReport &report) {
  std::set<const Ledger *> all, unsure;
  for (const TableModel &model : report.models)
    for (const TableAt &at : model.tables) {
      all.insert(at.ledger.get());
      if (isUnreliable(*at.table))
        unsure.insert(at.ledger.get());
    }
  if (unsure.empty())
    return "";
  auto count = static_cast<int64_t>(unsure.size());
  return std::to_string(count) + " of " + numberOf(static_cast<int64_t>(all.size()), "result") +
         (count == 1 ? " is" : " are") +
         " NOT RELIABLE (tare report says why), so models are vague or refused: measure them again "
         "on an idle machine.";
}

} // namespace

EfficiencyAnswer sizeForEfficiency(const TableModel &model, double efficiency) {
  EfficiencyAnswer answer{efficiency, model.threads, std::nullopt, ""};
  if (!model.threads || model.sizes.size() != 1 || !model.serial || !model.serial->ok() ||
      !model.parallel->ok())
    return answer;
  std::vector<double> sizes = valuesOf(parallelSeries(model.tables), model.sizes.front());
  auto at = [&](double size) {
    ModelPoint point = {{model.sizes.front(), size}};
    return fittedAt(model.serial->value().chosen(), point) / model.threads /
           fittedAt(model.parallel->value().chosen(), point);
  };
  double low = sizes.front(), high = sizes.back() * model_limit::reach;
  const ModelledRow *largest = nullptr;
  for (const ModelledRow &row : model.rows)
    if (!largest || row.row.series.points.back().value > largest->row.series.points.back().value)
      largest = &row;
  if (largest)
    answer.largest_row = largest->row.series.name;
  if (!(at(high) >= efficiency))
    return answer;
  for (int i = 0; i < 60 && at(low) < efficiency; ++i) {
    double middle = std::sqrt(low * high);
    (at(middle) >= efficiency ? high : low) = middle;
  }
  answer.size = at(sizes.front()) >= efficiency ? sizes.front() : high;
  return answer;
}

std::string modelText(const ModelReport &report, const ModelView &view, int width) {
  Page page(width, false);
  page.paragraph(
      printable(report.program) +
          (report.sizes.empty() ? "" : " over " + printable(joinText(report.sizes, ", "))) + ":",
      2, Style::Bold);
  for (const TableModel &model : report.models)
    page.paragraph("  " + printable(answerText(model)), 4, Style::Bold);
  if (std::string unsure = unreliableText(report); !unsure.empty())
    page.paragraph(unsure, 2, Style::Loud);
  page.paragraph(
      "Bands are of 95 %. --full has the formulas, in seconds, and how well they are known.", 2,
      Style::Dim);
  for (const TableModel &model : report.models) {
    page.blank();
    showTable(page, model, view);
  }
  if (!view.full && view.of.empty())
    explainRefusals(page, report);
  for (const auto &[threads, refusal] : report.refused)
    page.paragraph((threads ? "No models on " + numberOf(threads, "thread")
                            : std::string("No models over threads")) +
                       ": " + printable(refusal.text()) + ".",
                   2);
  for (const EfficiencyAnswer &answer : report.efficiencies) {
    std::string text = "Efficiency " + tenthPercent(answer.efficiency) + " on " +
                       numberOf(answer.threads, "thread") + ": ";
    text += answer.size ? "from " + joinText(report.sizes, ", ") + " = " +
                              countText(std::ceil(*answer.size)) + " on"
                        : "not within 4 times the measured sizes";
    if (!answer.largest_row.empty())
      text += "; the largest row is " + printable(answer.largest_row);
    page.paragraph(text + ".", 2);
  }
  return page.take();
}

} // namespace tare
