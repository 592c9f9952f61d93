// SPDX-License-Identifier: Apache-2.0
// One reading of a running program as a line for people.
#pragma once

#include "driver/follow/live_state.h"

#include <string>

namespace tare {

/// With its newline. `is_last`: the program has ended.
std::string liveText(const LiveState &state, bool is_last);

} // namespace tare
