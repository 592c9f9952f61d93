// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/model_report.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Half of the band at the largest point, and how far the largest point was from what the others
/// predict.
std::string qualityText(const RowModel &model) {
  size_t last = model.points.size() - 1;
  Estimate band = bandAt(model, model.points.at[last], model.points.scales[last]);
  std::string text =
      "at the last point " + timeBandText(band.time_s, std::max(band.high_s - band.time_s, 0.0));
  size_t inside = 0;
  double worst = 0;
  for (const HeldOut &held : model.left_out) {
    inside += held.inside;
    worst = std::max(worst, held.relativeError());
  }
  if (!model.left_out.empty())
    text += "; each point left out: " + std::to_string(inside) + " of " +
            std::to_string(model.left_out.size()) + " inside the band, at most " +
            tenthPercent(std::min(worst, 99.0)) + " off";
  for (const HeldOut &held : model.largest)
    text += "; the largest: " + tenthPercent(std::min(held.relativeError(), 99.0)) + " off, " +
            (held.inside ? "inside" : "OUTSIDE");
  return text;
}

void showModel(Page &page, const std::string &name, const OrRefused<RowModel> &model) {
  page.paragraph("  " + printable(name), 4, Style::Bold);
  if (!model.ok()) {
    page.paragraph("    no model: " + printable(model.refusal().text()), 6);
    return;
  }
  const RowModel &found = model.value();
  page.paragraph("    " + found.formula() + " s", 6);
  std::string classes = found.growth() == "1" ? "constant" : "grows as " + found.growth();
  page.paragraph("    " + classes + " (" + found.set + "; " +
                     numberOf(static_cast<int64_t>(found.fits.size()), "model") + " of " +
                     std::to_string(found.candidates) + " fit alike)",
                 6);
  if (found.scatter > 0)
    page.paragraph("    sizes lie " + tenthPercent(found.scatter) +
                       (found.points.noise.law == SeriesNoise::Law::Whole ? " of T_p" : "") +
                       " beside a smooth curve, which is in the band",
                   6);
  page.paragraph("    " + qualityText(found), 6);
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

void showTable(Page &page, const TableModel &model, const std::string &of) {
  std::string threads =
      model.threads ? "On " + numberOf(model.threads, "thread") : "Over threads, from 2 on";
  page.paragraph(threads + ", from " +
                     numberOf(static_cast<int64_t>(model.tables.size()), "table") + ":",
                 2, Style::Bold);
  if (model.serial && isWanted("serial time", of))
    showModel(page, "serial time", *model.serial);
  if (isWanted("parallel time", of))
    showModel(page, "parallel time, as one figure", *model.parallel);
  int small = 0;
  for (const ModelledRow *row : bySize(model)) {
    const Observation &last = row->row.series.points.back();
    if (of.empty() && std::abs(last.value) < 0.001 * last.scale) {
      ++small;
      continue;
    }
    if (isWanted(row->row.series.name, of))
      showModel(page, row->row.series.name, row->model);
  }
  if (small)
    page.paragraph("  " + numberOf(small, "row") +
                       " below 0.1 % of the parallel time at the last point: in --json.",
                   4, Style::Dim);
  for (const std::string &finding : worseThanExpected(model))
    page.paragraph("  Worse than expected: " + printable(finding) + ".", 4, Style::Loud);
}

} // namespace

EfficiencyAnswer sizeForEfficiency(const TableModel &model, double efficiency) {
  EfficiencyAnswer answer{efficiency, model.threads, std::nullopt, ""};
  if (!model.threads || !model.serial || !model.serial->ok() || !model.parallel->ok())
    return answer;
  std::vector<double> sizes = valuesOf(parallelSeries(model.tables), model.size);
  auto at = [&](double size) {
    ModelPoint point = {{model.size, size}};
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

std::string modelText(const ModelReport &report, const std::string &of, int width) {
  Page page(width, false);
  page.paragraph(printable(report.program) + ": models of every row" +
                     (report.size.empty() ? "" : " over " + report.size) +
                     ". Seconds; bands of 95 %.",
                 2, Style::Bold);
  for (const TableModel &model : report.models) {
    page.blank();
    showTable(page, model, of);
  }
  for (const auto &[threads, refusal] : report.refused)
    page.paragraph((threads ? "No models on " + numberOf(threads, "thread")
                            : std::string("No models over threads")) +
                       ": " + printable(refusal.text()) + ".",
                   2);
  for (const EfficiencyAnswer &answer : report.efficiencies) {
    std::string text = "Efficiency " + tenthPercent(answer.efficiency) + " on " +
                       numberOf(answer.threads, "thread") + ": ";
    text += answer.size ? "from " + report.size + " = " + countText(std::ceil(*answer.size)) + " on"
                        : "not within 4 times the measured sizes";
    if (!answer.largest_row.empty())
      text += "; the largest row is " + printable(answer.largest_row);
    page.paragraph(text + ".", 2);
  }
  return page.take();
}

} // namespace tare
