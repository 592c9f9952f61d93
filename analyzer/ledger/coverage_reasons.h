// SPDX-License-Identifier: Apache-2.0
// Reasons of Ledger::Coverage: those of constructs timed from outside begin with this, all others
// are of what was left alone.
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view timed_from_outside = "timed from outside: ";

} // namespace tare
