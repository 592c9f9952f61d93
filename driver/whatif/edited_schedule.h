// SPDX-License-Identifier: Apache-2.0
// A source in which one worksharing loop has another schedule clause.
#pragma once

#include "analyzer/whatif/loop_schedule.h"
#include "base/result.h"

#include <string>

namespace tare {

/// `text` with the directive that begins on this line (from 1) under `schedule`. Error: there is no
/// worksharing loop's pragma, or its clause comes from a macro.
Result<std::string> withSchedule(const std::string &text, int line, const LoopSchedule &schedule);

} // namespace tare
