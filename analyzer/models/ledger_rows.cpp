// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/ledger_rows.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr double small_share = 0.005; // of T_p

std::optional<double> numberIn(const std::string &text) {
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  return !text.empty() && !*end && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The compiler and what it optimises by; paths of a results folder differ without cause.
std::string compilerKey(const Ledger &ledger) {
  for (const RunSummary &run : ledger.runs) {
    if (run.role != "parallel" || run.compiler.empty())
      continue;
    Result<std::vector<std::string>> words = splitCommand(run.compiler);
    std::string key;
    if (words.ok())
      for (const std::string &word : words.value())
        if (key.empty() || startsWith(word, "-O") || startsWith(word, "-m"))
          key += (key.empty() ? "" : " ") + word;
    return key + " (" + ledger.openmp_runtime.name + ")";
  }
  return ledger.openmp_runtime.name;
}

std::string settingsKey(const Ledger &ledger) {
  std::string key = ledger.reference;
  for (const auto &[name, value] : ledger.settings.environment)
    if (name != "OMP_NUM_THREADS")
      key += " " + name + "=" + value;
  return key;
}

/// A parameter's values over the ledgers; absent where one of them lacks it.
std::optional<std::set<std::string>> valuesAcross(const std::vector<NamedLedger> &ledgers,
                                                  const std::string &name) {
  std::set<std::string> values;
  for (const NamedLedger &named : ledgers) {
    auto found = named.ledger->settings.parameters.find(name);
    if (found == named.ledger->settings.parameters.end())
      return std::nullopt;
    values.insert(found->second);
  }
  return values;
}

/// The parameters that differ, or are not everywhere.
std::vector<std::string> varying(const std::vector<NamedLedger> &ledgers) {
  std::set<std::string> names;
  for (const NamedLedger &named : ledgers)
    for (const auto &[name, value] : named.ledger->settings.parameters)
      names.insert(name);
  std::vector<std::string> varying;
  for (const std::string &name : names)
    if (auto values = valuesAcross(ledgers, name); !values || values->size() > 1)
      varying.push_back(name);
  return varying;
}

std::optional<ModelRefusal> keyRefusal(const NamedLedger &first, const NamedLedger &other) {
  LedgerKeys one = keysOf(*first.ledger), two = keysOf(*other.ledger);
  auto differ = [&](RefusalReason reason, const std::string &a, const std::string &b) {
    return ModelRefusal{reason, "'" + printable(a) + "' in " + first.path + ", '" + printable(b) +
                                    "' in " + other.path};
  };
  if (one.program != two.program)
    return differ(RefusalReason::MixedKeys, one.program, two.program);
  if (one.machine != two.machine)
    return differ(RefusalReason::OtherMachine, one.machine, two.machine);
  if (one.compiler != two.compiler)
    return differ(RefusalReason::OtherCompiler, one.compiler, two.compiler);
  if (one.settings != two.settings)
    return differ(RefusalReason::MixedKeys, one.settings, two.settings);
  return std::nullopt;
}

OrRefused<std::vector<std::string>> sizeParameters(const std::vector<NamedLedger> &ledgers,
                                                   const std::vector<std::string> &by) {
  std::vector<std::string> names = varying(ledgers), unnamed;
  for (const std::string &name : names)
    if (std::ranges::find(by, name) == by.end())
      unnamed.push_back(name);
  bool is_clear = by.empty() ? names.size() <= 1 : unnamed.empty();
  if (!is_clear)
    return ModelRefusal{RefusalReason::MixedKeys,
                        "the results differ in " + joinText(names, ", ") +
                            ", and each of them has to be named as a size (tare model: --by " +
                            joinText(names, ",") + "; else --param for each)"};
  return by.empty() ? names : by;
}

/// The value of a parameter in a result; absent: none, or no number above 0.
std::optional<double> sizeIn(const Ledger &ledger, const std::string &name) {
  auto text = ledger.settings.parameters.find(name);
  std::optional<double> value;
  if (text != ledger.settings.parameters.end())
    value = numberIn(text->second);
  return value && *value > 0 ? value : std::nullopt;
}

struct Figure {
  double value = 0;
  std::vector<double> repetitions;
};
using RowsOfTable = std::map<RowKey, Figure>;

/// Rows of constructs, and for each category what has no place.
RowsOfTable rowsOf(const Table &table) {
  RowsOfTable rows;
  std::map<std::string, Figure> placed;
  for (const ConstructLines &construct : table.constructs)
    for (const LedgerLine &line : construct.overheads) {
      Figure &row = rows[{line.category, construct.id}];
      Figure &sum = placed[line.category];
      row.value += line.time.time_s;
      sum.value += line.time.time_s;
      row.repetitions = line.repetitions_s;
      sum.repetitions.resize(line.repetitions_s.size());
      for (size_t i = 0; i < line.repetitions_s.size(); ++i)
        sum.repetitions[i] += line.repetitions_s[i];
    }
  for (const LedgerLine &line : table.overheads) {
    Figure &rest = rows[{line.category, ""}];
    const Figure &sum = placed[line.category];
    rest = {line.time.time_s - sum.value, line.repetitions_s};
    if (!sum.repetitions.empty())
      for (size_t i = 0; i < rest.repetitions.size() && i < sum.repetitions.size(); ++i)
        rest.repetitions[i] -= sum.repetitions[i];
  }
  return rows;
}

ModelSeries seriesOf(const std::vector<TableAt> &tables, const std::string &name) {
  ModelSeries series;
  series.name = name;
  for (const TableAt &at : tables)
    series.points.push_back({at.at, 0, {}, at.table->parallel_time.time_s});
  return series;
}

bool isSmall(const ModelSeries &series) {
  return std::ranges::all_of(series.points, [](const Observation &point) {
    return std::abs(point.value) < small_share * point.scale;
  });
}

bool mayBeNegative(const std::string &name, const ModelSeries &series) {
  bool is_difference = isWork(name) || name == category::unidentified;
  return is_difference ||
         std::ranges::any_of(series.points, [](auto &point) { return point.value < 0; });
}

} // namespace

LedgerKeys keysOf(const Ledger &ledger) {
  return {ledger.program,
          ledger.machine.cpu + ", " + numberOf(ledger.machine.cores, "core") + ", " +
              ledger.machine.host,
          compilerKey(ledger), settingsKey(ledger)};
}

OrRefused<TablesOfProgram> programTablesOf(const std::vector<NamedLedger> &ledgers,
                                           const std::vector<std::string> &by) {
  if (ledgers.empty())
    return ModelRefusal{RefusalReason::TooFewPoints, "there are no results"};
  for (const NamedLedger &other : ledgers)
    if (std::optional<ModelRefusal> refusal = keyRefusal(ledgers.front(), other))
      return *refusal;
  OrRefused<std::vector<std::string>> sizes = sizeParameters(ledgers, by);
  if (!sizes.ok())
    return sizes.refusal();
  TablesOfProgram tables;
  tables.sizes = sizes.value();
  tables.keys = keysOf(*ledgers.front().ledger);
  tables.cores = ledgers.front().ledger->machine.cores;
  tables.caches = ledgers.front().ledger->machine.caches;
  for (const NamedLedger &named : ledgers) {
    ModelPoint point;
    for (const std::string &size : tables.sizes) {
      std::optional<double> value = sizeIn(*named.ledger, size);
      if (!value)
        return ModelRefusal{RefusalReason::MixedKeys, named.path + " has no number above 0 for " +
                                                          size + " (record it with --param " +
                                                          size + "=...)"};
      point[size] = *value;
    }
    for (const Table &table : named.ledger->tables) {
      point[std::string(threads_parameter)] = table.threads;
      tables.tables.push_back({point, named.ledger, &table});
    }
  }
  std::ranges::stable_sort(tables.tables, {}, [&](const TableAt &table) {
    std::vector<double> key;
    for (const std::string &size : tables.sizes)
      key.push_back(table.at.at(size));
    key.push_back(table.table->threads);
    return key;
  });
  return tables;
}

std::vector<std::string> varyingSizes(const std::vector<TableAt> &tables,
                                      const std::vector<std::string> &sizes) {
  std::vector<std::string> varying;
  for (const std::string &size : sizes) {
    std::set<double> values;
    for (const TableAt &at : tables)
      if (auto found = at.at.find(size); found != at.at.end())
        values.insert(found->second);
    if (values.size() > 1)
      varying.push_back(size);
  }
  return varying;
}

RowSeries pooledSeries(const std::string &name, const std::vector<const RowSeries *> &rows) {
  RowSeries sum = *rows.front();
  sum.key = {name, std::string(pooled_rows)};
  for (size_t r = 1; r < rows.size(); ++r)
    for (size_t i = 0; i < sum.series.points.size(); ++i) {
      Observation &into = sum.series.points[i];
      const Observation &from = rows[r]->series.points[i];
      into.value += from.value;
      if (from.repetitions.size() != into.repetitions.size())
        into.repetitions.clear();
      for (size_t k = 0; k < into.repetitions.size(); ++k)
        into.repetitions[k] += from.repetitions[k];
    }
  sum.series.is_signed = mayBeNegative(name, sum.series);
  return sum;
}

std::vector<RowSeries> rowSeries(const std::vector<TableAt> &tables) {
  std::map<RowKey, ModelSeries> found;
  for (size_t i = 0; i < tables.size(); ++i)
    for (auto &[key, figure] : rowsOf(*tables[i].table)) {
      auto [row, is_new] = found.try_emplace(key);
      if (is_new)
        row->second = seriesOf(tables, rowName(key, tables));
      row->second.points[i].value = figure.value;
      row->second.points[i].repetitions = figure.repetitions;
    }
  std::vector<RowSeries> rows;
  std::map<std::string, std::vector<RowSeries>> small;
  for (auto &[key, series] : found) {
    for (size_t i = 0; i < series.points.size(); ++i) // not executed there: 0 in each repetition
      if (series.points[i].repetitions.empty() && series.points[i].value == 0)
        series.points[i].repetitions.assign(tables[i].table->parallel_repetitions_s.size(), 0);
    series.is_signed = mayBeNegative(key.category, series);
    RowSeries row{key, series};
    if (isSmall(series)) {
      small[key.category].push_back(std::move(row));
      continue;
    }
    rows.push_back(std::move(row));
  }
  for (auto &[name, those] : small) {
    std::vector<const RowSeries *> all;
    for (const RowSeries &row : those)
      all.push_back(&row);
    rows.push_back(pooledSeries(name, all));
    rows.back().series.name = rowName(rows.back().key, tables);
  }
  return rows;
}

ModelSeries serialSeries(const std::vector<TableAt> &tables) {
  ModelSeries series = seriesOf(tables, "serial time");
  for (size_t i = 0; i < tables.size(); ++i) {
    series.points[i].value = series.points[i].scale = tables[i].table->serial_time.time_s;
    series.points[i].repetitions = tables[i].table->serial_repetitions_s;
  }
  return series;
}

ModelSeries parallelSeries(const std::vector<TableAt> &tables) {
  ModelSeries series = seriesOf(tables, "parallel time");
  for (size_t i = 0; i < tables.size(); ++i) {
    series.points[i].value = tables[i].table->parallel_time.time_s;
    series.points[i].repetitions = tables[i].table->parallel_repetitions_s;
  }
  return series;
}

namespace {

/// Without its clauses where it has a name of its own: "parallel for", "critical(list)".
std::string shortDirective(const ConstructLines &construct) {
  std::string name = withoutClauses(construct.directive);
  return name.empty() ? construct.directive : name;
}

} // namespace

std::string rowName(const RowKey &key, const std::vector<TableAt> &tables) {
  std::string label = labelOf(key.category);
  if (key.construct.empty())
    return label + " (no location)";
  if (key.construct == pooled_rows)
    return label + ", everything else";
  for (const TableAt &at : tables)
    for (const ConstructLines &construct : at.table->constructs)
      if (construct.id == key.construct)
        return label + " at " + construct.file + ":" + std::to_string(construct.line) +
               (construct.directive.empty() ? "" : " " + shortDirective(construct));
  return label + " at " + key.construct;
}

} // namespace tare
