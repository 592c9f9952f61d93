// SPDX-License-Identifier: Apache-2.0
// What a report page says of what-if and of models: computed when the page is written.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/report/html/page_data.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

/// What `tare whatif` asks about these results without a change, and all that it tries on the way:
/// the largest gain first, as many as a page has room for. It stops asking after 15 s of CPU time,
/// and says what it did not ask. Error: why there is no answer.
Result<ForecastReport> answersOfPage(const std::string &results);

/// Models of T_s and T_p over sizes and threads, made of these results; see FilesSource. `terms`:
/// that they are known to have; empty: not known.
Result<PageModels> modelsOfPage(const std::vector<std::string> &results, const std::string &terms);

} // namespace tare
