// SPDX-License-Identifier: Apache-2.0
// `tare.follow/1`: one line for each reading of a running program.
#pragma once

#include "driver/follow/live_state.h"

#include <string>

namespace tare {

/// With its newline. `is_last`: the program has ended.
std::string liveJson(const LiveState &state, bool is_new_phase, bool is_last);

} // namespace tare
