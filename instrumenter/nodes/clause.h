// SPDX-License-Identifier: Apache-2.0
// The clauses of a directive, from its text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// What stands in the brackets of each clause of this name, without blanks; "" of one without
/// brackets. Words inside of other clauses' brackets are none, "num_threads (n / 2)" is one.
std::vector<std::string> clausesOf(std::string_view directive, std::string_view name);

} // namespace tare
