// SPDX-License-Identifier: Apache-2.0
// Reasons of Ledger::Coverage. A reason with this prefix belongs to constructs timed from outside,
// any other to constructs that were left alone.
#pragma once

#include <string_view>

namespace tare {

inline constexpr std::string_view timed_from_outside = "timed from outside: ";

} // namespace tare
