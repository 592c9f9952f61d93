// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/row_trends.h"

#include "analyzer/archive/archive_row.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tare {
namespace {

/// Half of a 95 % band is so many standard errors.
constexpr double band_errors = 1.96;
/// Creep of less is not worth a word: a part of T_p.
constexpr double worth_of_time = 0.02;

class Gatherer {
public:
  void add(const DatabaseRows &found) {
    for (const DatabaseRow &values : found.rows) {
      ArchiveRow row(found, values);
      SettingTrend &setting = settingOf(row);
      size_t version = versionOf(setting, row);
      if (row.has("category")) {
        if (row.number("is_void") == 0)
          addPoint(setting, version, row, row.text("category"), "");
        continue;
      }
      addPoint(setting, version, row, "T_p", "parallel_");
      if (row.has("serial_s"))
        addPoint(setting, version, row, "T_s", "serial_");
    }
  }

  std::vector<SettingTrend> take() { return std::move(settings_); }

private:
  SettingTrend &settingOf(const ArchiveRow &row) {
    auto key = std::tuple(row.text("machine"), row.text("compiler"), row.text("openmp_runtime"),
                          row.text("parameters"), static_cast<int>(row.number("threads")));
    auto [found, is_new] = numbers_.try_emplace(key, settings_.size());
    if (is_new) {
      SettingTrend setting;
      std::tie(setting.machine, setting.compiler, setting.openmp_runtime, setting.parameters,
               setting.threads) = key;
      settings_.push_back(std::move(setting));
    }
    return settings_[found->second];
  }

  size_t versionOf(SettingTrend &setting, const ArchiveRow &row) {
    auto key = std::pair(&setting - settings_.data(), row.text("ledger"));
    auto [found, is_new] = versions_.try_emplace(key, setting.versions.size());
    if (is_new)
      setting.versions.push_back(
          {row.text("measured_utc"), row.text("source_commit"), row.text("version")});
    return found->second;
  }

  void addPoint(SettingTrend &setting, size_t version, const ArchiveRow &row,
                const std::string &name, const std::string &prefix) {
    std::string construct = row.text("construct");
    auto same = [&](const RowTrend &trend) {
      return trend.row == name && trend.construct == construct;
    };
    auto trend = std::ranges::find_if(setting.rows, same);
    if (trend == setting.rows.end()) {
      RowTrend added;
      added.row = name;
      added.construct = construct;
      if (!construct.empty())
        added.place = row.text("file") + ":" + row.text("line");
      trend = setting.rows.insert(setting.rows.end(), std::move(added));
    }
    const char *value = prefix.empty() ? "time_s" : "s", *low = "low_s", *high = "high_s";
    double half = (row.number(prefix + high) - row.number(prefix + low)) / 2;
    if (!trend->versions.empty() && trend->versions.back() == version)
      return; // two constructs with one id
    trend->points.push_back({row.number(prefix + value), half / band_errors});
    trend->versions.push_back(version);
  }

  std::vector<SettingTrend> settings_;
  std::map<std::tuple<std::string, std::string, std::string, std::string, int>, size_t> numbers_;
  std::map<std::pair<std::ptrdiff_t, std::string>, size_t> versions_;
};

/// The newest point whose commit somebody accepted for this row; else the first.
size_t acceptedPoint(const SettingTrend &setting, const RowTrend &row,
                     const std::vector<AcceptedChange> &accepted) {
  for (size_t i = row.points.size(); i-- > 0;)
    for (const AcceptedChange &change : accepted) {
      const std::string &commit = setting.versions[row.versions[i]].commit;
      bool is_row = change.category == row.row &&
                    (change.construct.empty() || change.construct == row.construct ||
                     change.construct == row.place);
      if (is_row && !change.source_commit.empty() && commit.starts_with(change.source_commit))
        return i;
    }
  return 0;
}

} // namespace

std::vector<SettingTrend> trendsOf(const std::vector<DatabaseRows> &found,
                                   const std::vector<AcceptedChange> &accepted) {
  Gatherer gatherer;
  for (const DatabaseRows &rows : found)
    gatherer.add(rows);
  std::vector<SettingTrend> settings = gatherer.take();
  for (SettingTrend &setting : settings) {
    double time = 0;
    for (const RowTrend &row : setting.rows)
      if (row.row == "T_p")
        time = row.points.back().value;
    for (RowTrend &row : setting.rows) {
      row.accepted = acceptedPoint(setting, row, accepted);
      row.levels = stepsIn(row.points);
      row.creep = creepSince(row.points, row.accepted, worth_of_time * time);
    }
  }
  return settings;
}

Result<std::vector<SettingTrend>> askTrends(Archive &archive, ArchiveQuestion question) {
  ArchiveQuestion of_runs = question;
  of_runs.category = of_runs.construct = "";
  TARE_TRY(DatabaseRows times, ask(archive, of_runs));
  if (times.rows.empty())
    return std::vector<SettingTrend>();
  if (question.category.empty() && question.construct.empty())
    question.category = "any";
  TARE_TRY(DatabaseRows rows, ask(archive, question));
  TARE_TRY(std::vector<AcceptedChange> accepted, acceptedChangesOf(archive, question.application));
  return trendsOf({times, rows}, accepted);
}

} // namespace tare
