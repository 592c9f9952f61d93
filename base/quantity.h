// SPDX-License-Identifier: Apache-2.0
// Figures in running text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

/// Seconds with a fitting unit and three significant digits: "3.20 ms".
std::string timeText(double time_s);

/// "330 ± 12 ms": a time and half of its band, in one unit: the one that fits the larger of them.
std::string timeBandText(double time_s, double half_s);

/// "40000", "2.5", "1.2e+09".
std::string countText(double count);

/// "24 MiB", "1.5 KiB", "512 bytes".
std::string memoryText(double bytes);

/// "1 thread", "2 threads".
std::string numberOf(int64_t count, const std::string &noun);

/// A number with three significant digits: "1.33", "250", "1.2e+06".
std::string ratioText(double ratio);

/// "3", "3%" and "3 %" -> 3; nothing when it is no number from 0 to `most`.
std::optional<double> readPercent(std::string_view text, double most);

/// A ratio in per cent, without the sign: "2.1", "0.04".
std::string percentText(double ratio);

/// The same in a sentence, to a tenth, with the sign: "2.1 %".
std::string tenthPercent(double ratio);

} // namespace tare
