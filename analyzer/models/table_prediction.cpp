// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/table_model.h"

#include "analyzer/models/quantiles.h"
#include "analyzer/models/segments.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {
namespace {

double halfWidth(const Estimate &band) {
  return std::max(band.high_s - band.time_s, band.time_s - band.low_s);
}

Estimate around(double value, double half) { return {value, value - half, value + half}; }

double roundedNanoseconds(double seconds) { return std::round(seconds * 1e9) / 1e9; }

/// One row's prediction with what its band is made of.
struct RowParts {
  PredictedRow row;
  const RowModel *model = nullptr; // null: unknown
  const RowSeries *series = nullptr;
  double fit_error = 0; // standard error of the chosen fit
  double spread = 0;    // between models that the data cannot tell apart
  double unknown_half = 0;
  double factor = 1; // of the model's figure
};

/// T_s / p: no row, but part of the sum, and correlated with the rows that are differences from it.
RowParts idealPart(const RowModel &model, const RowSeries &series, const ModelPoint &at, int p) {
  RowParts parts;
  parts.model = &model;
  parts.series = &series;
  parts.factor = 1.0 / p;
  parts.fit_error = fitErrorAt(model.chosen(), at) / p;
  parts.spread = spreadOfSet(model, at) / p;
  parts.row.time.time_s = fittedAt(model.chosen(), at) / p;
  parts.row.time.low_s = parts.row.time.high_s = parts.row.time.time_s;
  return parts;
}

/// Without a model the row lies between as long as it is now, and the same share of T_p; what other
/// programs decide lies between 0 and the longer of these.
RowParts unknownRow(const ModelledRow &row, size_t nearest, double parallel_then) {
  const Observation &last = row.row.series.points[nearest];
  double grown = last.scale > 0 ? last.value * parallel_then / last.scale : last.value;
  RowParts parts;
  parts.series = &row.row;
  bool is_others = row.model.refusal().reason == RefusalReason::NotModelled;
  double least = is_others ? 0 : last.value, most = is_others ? std::max(grown, last.value) : grown;
  parts.unknown_half = std::abs(most - least) / 2 + (is_others ? 0 : std::abs(last.value) * 0.1);
  double middle = (most + least) / 2;
  parts.row = {row.row.key, row.row.series.name, around(middle, parts.unknown_half),
               row.model.refusal()};
  return parts;
}

RowParts modelledRow(const ModelledRow &row, const ModelPoint &at, double parallel_then) {
  const RowModel &model = row.model.value();
  RowParts parts;
  parts.model = &model;
  parts.series = &row.row;
  const TermFit &fit = model.chosen();
  double inflated = fit.freedom > 0 ? std::max(1.0, fit.chi2 / fit.freedom) : 1;
  parts.fit_error = fitErrorAt(fit, at) * std::sqrt(inflated);
  parts.spread = spreadOfSet(model, at);
  parts.row = {row.row.key, row.row.series.name, bandAt(model, at, parallel_then), std::nullopt};
  return parts;
}

/// Variance of the sum of all rows over the sum of their variances, from whole repetitions: each
/// repetition's rows are combined as the fits do. 1 where repetitions are not known.
double correlation(const std::vector<RowParts> &rows, const ModelPoint &at, size_t points) {
  double together = 0, apart = 0, freedom = 0;
  for (size_t i = 0; i < points; ++i) {
    std::vector<double> sum;
    for (const RowParts &row : rows) {
      if (!row.model)
        continue;
      const std::vector<double> &values = row.series->series.points[i].repetitions;
      double weight = row.factor * weightAt(row.model->chosen(), at, i);
      if (values.size() < 2)
        return 1;
      if (sum.empty())
        sum.assign(values.size(), 0);
      if (sum.size() != values.size())
        return 1;
      std::vector<double> own(values.size());
      for (size_t k = 0; k < values.size(); ++k)
        sum[k] += own[k] = weight * values[k];
      apart += std::pow(trimmedError(own, freedom), 2);
    }
    together += std::pow(trimmedError(sum, freedom), 2);
  }
  return apart > 0 ? std::clamp(together / apart, 0.01, static_cast<double>(rows.size())) : 1;
}

size_t nearestTable(const std::vector<TableAt> &tables, const ModelPoint &at) {
  auto distance = [&](size_t i) {
    double sum = 0;
    for (const auto &[name, value] : at)
      if (auto found = tables[i].at.find(name); found != tables[i].at.end())
        sum += std::abs(std::log(value / found->second));
    return sum;
  };
  size_t best = 0;
  for (size_t i = 1; i < tables.size(); ++i)
    if (distance(i) < distance(best))
      best = i;
  return best;
}

struct Totals {
  double sum = 0, half = 0, unknown = 0, unknown_half = 0;
};

/// Both ways to T_p, the rows' sum and its own model, are weighted by their variances; every row
/// takes its part of the step by its own variance. The half bands are weighted alike: both stem
/// from the same runs, so their errors may go together. Where they differ by more than both bands,
/// the step is added.
///   S.L. Wickramasuriya et al.: Optimal forecast reconciliation (MinT), JASA 2019
void reconcile(std::vector<RowParts> &rows, Totals &totals, TablePrediction &made) {
  const Estimate &direct = *made.direct;
  double half = totals.half, other = halfWidth(direct), difference = direct.time_s - totals.sum;
  double all = 0;
  for (const RowParts &row : rows)
    all += std::pow(halfWidth(row.row.time), 2);
  if (!(half > 0) || !(all > 0))
    return;
  double share = half * half / (half * half + other * other), moved = difference * share;
  for (RowParts &row : rows) {
    double part = moved * std::pow(halfWidth(row.row.time), 2) / all;
    row.row.time.time_s += part;
    row.row.time.low_s += part;
    row.row.time.high_s += part;
  }
  made.disagrees = std::abs(difference) > std::hypot(half, other);
  made.reconciled_s = moved;
  totals.half = share * other + (1 - share) * half + (made.disagrees ? std::abs(moved) : 0);
  totals.sum += moved;
}

Totals totalsOf(const std::vector<RowParts> &rows, const ModelPoint &at, const TableModel &model,
                const Estimate &measured_ideal) {
  Totals totals;
  totals.sum = measured_ideal.time_s;
  double ideal_half = halfWidth(measured_ideal);
  double errors = 0, spreads = 0, freedom = 0;
  for (const RowParts &row : rows) {
    totals.sum += row.row.time.time_s;
    errors += row.fit_error * row.fit_error;
    spreads += row.spread * row.spread;
    totals.unknown_half += row.unknown_half;
    totals.unknown += row.model ? 0 : std::abs(row.row.time.time_s);
    if (row.model)
      freedom = std::max(freedom, row.model->points.noise.freedom);
  }
  SeriesNoise noise = noiseOf(parallelSeries(model.tables));
  double again = errorAt(noise, totals.sum, totals.sum);
  double together = correlation(rows, at, model.tables.size()) * errors + again * again;
  double statistical = halfOf95(std::max(freedom, noise.freedom)) * std::sqrt(together);
  totals.half = std::sqrt(statistical * statistical + spreads + ideal_half * ideal_half) +
                totals.unknown_half;
  return totals;
}

/// Parts of a nanosecond go, so that the rows and T_s / p are T_p to the nanosecond.
void close(TablePrediction &made, double half) {
  made.ideal_s = roundedNanoseconds(made.serial.time_s / made.threads);
  int64_t sum = std::llround(made.ideal_s * 1e9);
  for (PredictedRow &row : made.rows) {
    row.time.time_s = roundedNanoseconds(row.time.time_s);
    row.time.low_s = std::min(row.time.time_s, roundedNanoseconds(row.time.low_s));
    row.time.high_s = std::max(row.time.time_s, roundedNanoseconds(row.time.high_s));
    sum += std::llround(row.time.time_s * 1e9);
  }
  made.parallel = around(static_cast<double>(sum) / 1e9, half);
}

std::optional<ModelRefusal> threadsRefusal(const TablesOfProgram &tables, int threads) {
  int most = 0;
  for (const TableAt &at : tables.tables) {
    if (at.table->threads == threads)
      return std::nullopt;
    most = std::max(most, at.table->threads);
  }
  if (tables.cores > 0 && threads > tables.cores)
    return ModelRefusal{RefusalReason::Regime, numberOf(threads, "thread") + " share " +
                                                   numberOf(tables.cores, "core") +
                                                   ", and none of the results has so many threads"};
  return std::nullopt;
}

bool isMeasured(const TablesOfProgram &tables, int threads) {
  return std::ranges::any_of(tables.tables,
                             [&](auto &table) { return table.table->threads == threads; });
}

/// T_s, from its model or, where one size was measured, as it was measured.
OrRefused<Estimate> serialAt(const TableModel &model, const ModelPoint &at, size_t nearest) {
  if (!model.serial)
    return model.tables[nearest].table->serial_time;
  if (!model.serial->ok())
    return model.serial->refusal();
  return predictAt(model.serial->value(), at);
}

/// The parameters of `at` that the models have. Refusal: the tables have one value of another size,
/// and `at` has a different one.
OrRefused<ModelPoint> pointIn(const TableModel &model, const std::vector<std::string> &sizes,
                              const ModelPoint &at) {
  ModelPoint point;
  for (const auto &[name, value] : at) {
    bool is_size = std::ranges::find(sizes, name) != sizes.end();
    double measured = is_size ? model.tables.front().at.at(name) : 0;
    if (name == threads_parameter ? model.threads == 0
                                  : std::ranges::find(model.sizes, name) != model.sizes.end())
      point[name] = value;
    else if (is_size && measured != value)
      return ModelRefusal{RefusalReason::TooFewPoints,
                          "all results that could tell have " + name + " = " + countText(measured)};
  }
  return point;
}

OrRefused<TablePrediction> predicted(const TableModel &model, const ModelPoint &asked,
                                     ModelPoint at, int threads) {
  size_t nearest = nearestTable(model.tables, at);
  OrRefused<Estimate> serial = serialAt(model, at, nearest);
  if (!serial.ok())
    return ModelRefusal{serial.refusal().reason, "T_s: " + serial.refusal().detail};
  const OrRefused<RowModel> &whole = *model.parallel;
  TablePrediction made;
  made.at = asked;
  made.threads = threads;
  made.serial = serial.value();
  made.nearest = &model.tables[nearest];
  if (whole.ok()) {
    if (std::optional<ModelRefusal> far = reachRefusal(whole.value(), at))
      return *far;
    made.direct = bandAt(whole.value(), at);
  }
  const Observation last = parallelSeries(model.tables).points[nearest];
  double serial_then = model.tables[nearest].table->serial_time.time_s;
  double then = made.direct ? made.direct->time_s
                            : last.value * made.serial.time_s / std::max(serial_then, 1e-12);
  std::vector<RowParts> rows;
  for (const ModelledRow &row : model.rows)
    rows.push_back(row.model.ok() ? modelledRow(row, at, then) : unknownRow(row, nearest, then));
  RowSeries serial_row{{}, serialSeries(model.tables)};
  Estimate measured_ideal;
  if (model.serial)
    rows.push_back(idealPart(model.serial->value(), serial_row, at, threads));
  else
    measured_ideal = {made.serial.time_s / threads, made.serial.low_s / threads,
                      made.serial.high_s / threads};
  Totals totals = totalsOf(rows, at, model, measured_ideal);
  if (model.serial)
    rows.pop_back();
  if (made.direct)
    reconcile(rows, totals, made);
  double sum = totals.sum;
  if (!(totals.half <= model_limit::half_width * sum))
    return ModelRefusal{RefusalReason::WideBand,
                        "half of the band of T_p is " + timeText(totals.half) + " of " +
                            timeText(std::max(sum, 0.0)) + ", and 50 % is the limit"};
  for (const auto &[id, growth] : model.counts)
    if (std::optional<int64_t> count = growth.executions ? growth.executions->at(at) : std::nullopt)
      made.executions[id] = *count;
  made.unknown_share = totals.unknown / std::max(sum, 1e-12);
  for (RowParts &row : rows)
    made.rows.push_back(std::move(row.row));
  close(made, totals.half);
  return made;
}

} // namespace

OrRefused<TablePrediction> predictTable(const TablesOfProgram &tables, const ModelPoint &at,
                                        const TableQuestion &question) {
  auto asked = at.find(std::string(threads_parameter));
  int threads = asked == at.end() ? 0 : static_cast<int>(asked->second);
  if (threads < 1)
    return ModelRefusal{RefusalReason::Regime, "the number of threads is not said"};
  if (std::optional<ModelRefusal> refusal = threadsRefusal(tables, threads))
    return *refusal;
  bool slice = isMeasured(tables, threads);
  OrRefused<TableSegment> segment = segmentAt(tables, at, threads, slice, question);
  if (!segment.ok())
    return segment.refusal();
  OrRefused<TableModel> model = tableModel(segment.value().tables, slice ? threads : 0, question);
  if (!model.ok())
    return model.refusal();
  OrRefused<ModelPoint> point = pointIn(model.value(), tables.sizes, at);
  if (!point.ok())
    return point.refusal();
  OrRefused<TablePrediction> made = predicted(model.value(), at, point.value(), threads);
  if (made.ok()) // the model goes, the tables stay
    for (const TableAt &table : tables.tables)
      if (table.table == made.value().nearest->table) {
        made.value().nearest = &table;
        break;
      }
  return made;
}

} // namespace tare
