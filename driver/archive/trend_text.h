// SPDX-License-Identifier: Apache-2.0
// Trends for people and as tare.trend/1.
//
//   SettingTrend -> [trend text] -> text, JSON
#pragma once

#include "analyzer/archive/row_trends.h"

#include <string>
#include <vector>

namespace tare {

std::string trendText(const std::string &application, const std::vector<SettingTrend> &trends);
/// tare.trend/1.
std::string trendJson(const std::string &application, const std::vector<SettingTrend> &trends);

} // namespace tare
