// SPDX-License-Identifier: Apache-2.0
// Facts of an archive in words: parameters, versions, settings and rows of trends.
//
//   columns, trends -> [archive words] -> text, pages
#pragma once

#include "analyzer/archive/row_trends.h"

#include <map>
#include <string>

namespace tare {

inline constexpr size_t shown_of_commit = 10; // digits

/// Of the column `parameters`: {"N":"800"}.
std::map<std::string, std::string> parametersIn(const std::string &text);
/// {"N":"800"} -> N=800.
std::string parametersText(const std::string &json);
/// 2026-11-28T16:32:16Z -> 2026-11-28 16:32
std::string shortTime(const std::string &utc);

/// "2026-11-28 (4eb53376aa)", with the commit, else the version.
std::string versionText(const TrendVersion &version);
/// "node7, clang-19, 4 threads, n=1100".
std::string settingText(const SettingTrend &setting);
/// "load imbalance, lu2.c:29".
std::string rowText(const RowTrend &row);
/// "+12.3 %"
std::string signedPercent(double from, double to);

} // namespace tare
