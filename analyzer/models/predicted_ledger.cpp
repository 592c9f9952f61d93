// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/predicted_ledger.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {
namespace {

/// Sums in whole nanoseconds.
void addTo(Estimate &sum, const Estimate &part) {
  double half = std::hypot(sum.high_s - sum.time_s, part.high_s - part.time_s);
  double value =
      static_cast<double>(std::llround(sum.time_s * 1e9) + std::llround(part.time_s * 1e9)) / 1e9;
  sum = {value, value - half, value + half};
}

/// The construct with what is predicted of it alone.
ConstructLines emptied(const ConstructLines &construct) {
  ConstructLines made;
  made.id = construct.id;
  made.kind = construct.kind;
  made.file = construct.file;
  made.line = construct.line;
  made.column = construct.column;
  made.end_line = construct.end_line;
  made.included_at = construct.included_at;
  made.directive = construct.directive;
  made.clauses = construct.clauses;
  made.function = construct.function;
  made.counterpart = construct.counterpart;
  made.in_serial_code = construct.in_serial_code;
  made.hashes = construct.hashes;
  made.region = construct.region;
  return made;
}

std::vector<LedgerLine> categoryRows(const TablePrediction &prediction) {
  std::map<std::string, Estimate> sums;
  for (const PredictedRow &row : prediction.rows)
    addTo(sums[row.key.category], row.time);
  std::vector<LedgerLine> lines;
  for (const LedgerLine &known : prediction.nearest->table->overheads) {
    LedgerLine line;
    line.category = known.category;
    line.time = sums[known.category];
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<ConstructLines> constructRows(const TablePrediction &prediction) {
  std::vector<ConstructLines> constructs;
  for (const ConstructLines &known : prediction.nearest->table->constructs) {
    ConstructLines construct = emptied(known);
    if (auto found = prediction.executions.find(known.id); found != prediction.executions.end())
      construct.instances = static_cast<double>(found->second);
    for (const PredictedRow &row : prediction.rows)
      if (row.key.construct == known.id) {
        LedgerLine line;
        line.category = row.key.category;
        line.time = row.time;
        construct.overheads.push_back(std::move(line));
      }
    if (!construct.overheads.empty())
      constructs.push_back(std::move(construct));
  }
  auto size = [](const ConstructLines &construct) {
    double sum = 0;
    for (const LedgerLine &line : construct.overheads)
      sum += std::abs(line.time.time_s);
    return -sum;
  };
  std::ranges::stable_sort(constructs, {}, size);
  return constructs;
}

Estimate scaled(const Estimate &estimate, double factor) {
  return {estimate.time_s * factor, estimate.low_s * factor, estimate.high_s * factor};
}

Table predictedTable(const TablePrediction &prediction) {
  Table table;
  int p = prediction.threads;
  table.threads = p;
  table.serial_time = prediction.serial;
  table.parallel_time = prediction.parallel;
  table.ideal_time = scaled(prediction.serial, 1.0 / p);
  table.ideal_time.time_s = prediction.ideal_s;
  double total = prediction.parallel.time_s - prediction.ideal_s;
  double half = prediction.parallel.high_s - prediction.parallel.time_s;
  table.total_overhead = {total, total - half, total + half};
  double low = std::max(prediction.parallel.low_s, 1e-9);
  table.efficiency = {prediction.ideal_s / prediction.parallel.time_s,
                      prediction.ideal_s / prediction.parallel.high_s,
                      std::min(1e3, prediction.ideal_s / low)};
  table.overheads = categoryRows(prediction);
  for (const LedgerLine &line : table.overheads)
    if (line.category == category::unidentified)
      table.unidentified_parts.agreement_s = line.time.time_s;
  table.constructs = constructRows(prediction);
  table.mean_threads_in_regions = prediction.nearest->table->threads == p
                                      ? prediction.nearest->table->mean_threads_in_regions
                                      : p;
  table.repetitions_accepted = prediction.nearest->table->repetitions_accepted;
  table.repetitions_total = prediction.nearest->table->repetitions_total;
  table.serial_fraction = prediction.nearest->table->serial_fraction;
  table.pairing = prediction.nearest->table->pairing;
  table.speedup_limit = prediction.nearest->table->speedup_limit;
  return table;
}

} // namespace

std::string scenarioText(const ModelPoint &at) {
  std::string text, threads;
  for (const auto &[name, value] : at) {
    if (name == threads_parameter)
      threads = " on " + numberOf(static_cast<int64_t>(value), "thread");
    else
      text += (text.empty() ? "" : ", ") + name + " = " + countText(value);
  }
  return text.empty() && !threads.empty() ? threads.substr(4) : text + threads;
}

Ledger predictedLedger(const TablePrediction &prediction, const std::string &scenario) {
  const Ledger &known = *prediction.nearest->ledger;
  Ledger ledger;
  ledger.program = known.program;
  ledger.predicted = scenario;
  ledger.reference = known.reference;
  ledger.machine = known.machine;
  ledger.settings = known.settings;
  for (const auto &[name, value] : prediction.at)
    if (name != threads_parameter)
      ledger.settings.parameters[name] = countText(value);
  ledger.openmp_runtime = known.openmp_runtime;
  ledger.source_root = known.source_root;
  ledger.coverage = known.coverage;
  ledger.tables.push_back(predictedTable(prediction));
  return ledger;
}

} // namespace tare
