// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/trend_text.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/archive_text.h"

#include <cmath>

namespace tare {
namespace {

const TrendVersion &versionAt(const SettingTrend &setting, const RowTrend &row, size_t point) {
  return setting.versions[row.versions[point]];
}

std::vector<std::vector<std::string>> changesOf(const SettingTrend &setting) {
  std::vector<std::vector<std::string>> lines;
  for (const RowTrend &row : setting.rows)
    for (size_t i = 1; i < row.levels.size(); ++i) {
      const TrendLevel &before = row.levels[i - 1], &after = row.levels[i];
      std::string accepted = after.first <= row.accepted && row.accepted > 0 ? "accepted" : "";
      if (after.count == 1)
        accepted = "one table: measure again";
      lines.push_back({"  " + rowText(row), timeText(before.value), "->", timeText(after.value),
                       signedPercent(before.value, after.value),
                       "since " + versionText(versionAt(setting, row, after.first)), accepted});
    }
  return lines;
}

constexpr size_t fewest_versions = 3;

std::string settingTrendText(const std::string &application, const SettingTrend &setting) {
  std::string text = application + " on " + settingText(setting) + ": " +
                     numberOf(static_cast<int64_t>(setting.versions.size()), "table") + ", " +
                     setting.versions.front().measured_utc.substr(0, 10) + " to " +
                     setting.versions.back().measured_utc.substr(0, 10) + "\n";
  auto changes = changesOf(setting);
  if (!changes.empty())
    text += alignedText(changes);
  size_t crept = 0;
  for (const RowTrend &row : setting.rows)
    if (row.creep.is_one) {
      ++crept;
      text += "  " + rowText(row) + " crept by " + (row.creep.by < 0 ? "-" : "+") +
              timeBandText(std::abs(row.creep.by), 1.96 * row.creep.error) + " since " +
              versionText(versionAt(setting, row, row.accepted)) +
              ": no single step explains it.\n";
    }
  if (changes.empty() && crept == 0)
    text += "  No row of " + std::to_string(setting.rows.size()) + " changed beyond chance.\n";
  return text + "\n";
}

} // namespace

std::string trendText(const std::string &application, const std::vector<SettingTrend> &trends) {
  std::string text;
  std::vector<std::string> short_ones;
  for (const SettingTrend &setting : trends)
    if (setting.versions.size() >= fewest_versions)
      text += settingTrendText(application, setting);
    else
      short_ones.push_back("  " + settingText(setting) + "\n");
  if (short_ones.empty())
    return text.substr(0, text.size() - 1);
  return text + "Fewer than " + std::to_string(fewest_versions) +
         " tables, which tell no trend (tare archive diff compares two):\n" +
         joinText(short_ones, "");
}

} // namespace tare
