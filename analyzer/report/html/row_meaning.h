// SPDX-License-Identifier: Apache-2.0
// What each row of a table means, in a few words for somebody who sees it for the first time.
#pragma once

#include <string_view>

namespace tare {

/// "threads wait at a barrier for one that has more to do". Empty: a category of another version.
std::string_view meaningOf(std::string_view category);

} // namespace tare
