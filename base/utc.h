// SPDX-License-Identifier: Apache-2.0
// Times as texts that sort: 2026-11-28T16:32:16Z, and what such a text begins with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tare {

bool isUtc(std::string_view text);
/// 2026, 2026-11-28, 2026-11-28T16, ...: at least a year.
bool isBeginOfUtc(std::string_view text);
/// Since 1970; nothing where it is no such time.
std::optional<int64_t> secondsOfUtc(const std::string &text);

} // namespace tare
