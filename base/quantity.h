// SPDX-License-Identifier: Apache-2.0
// Figures in running text.
#pragma once

#include <string>

namespace tare {

/// Seconds with a fitting unit and three significant digits: "3.20 ms".
std::string timeText(double time_s);

/// "40000", "2.5", "1.2e+09".
std::string countText(double count);

/// A number with three significant digits: "1.33", "250", "1.2e+06".
std::string ratioText(double ratio);

/// A ratio in per cent, without the sign: "2.1", "0.04".
std::string percentText(double ratio);

} // namespace tare
