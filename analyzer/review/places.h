// SPDX-License-Identifier: Apache-2.0
// Common to the reports that are lists of places: SARIF and GitLab's.
#pragma once

#include "analyzer/review/wording.h"

#include <nlohmann/json_fwd.hpp>

namespace tare {

/// "waiting for locks +12.3 ms, ... (was lu2.c:29, edited); fails the gate any > 5%"
std::string findingText(const GrowthFinding &finding, const Review &review);

/// 16 hexadecimal digits that stay the same while lines move.
std::string fingerprintOf(const GrowthFinding &finding, const Review &review);
std::string fingerprintOf(const GateFinding &finding, const Review &review);

/// The place of a finding without one: the first construct there is. Null: there is none.
const Site *anyPlace(const Review &review);

/// Indented; bytes that are no UTF-8 are replaced.
std::string dumpedJson(const nlohmann::json &json);

} // namespace tare
