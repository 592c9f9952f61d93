// SPDX-License-Identifier: Apache-2.0
// A share of something, as people type it: "2%", "0.5 %".
#pragma once

#include <optional>
#include <string>

namespace tare {

/// Between 0 and 100 %, both excluded; nothing when it is not such a text.
std::optional<double> parseShare(const std::string &text);
std::string badShare(const std::string &option, const std::string &text); ///< The message then.

} // namespace tare
