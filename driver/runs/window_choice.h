// SPDX-License-Identifier: Apache-2.0
// Commands may be scripts and launchers, and every process below them leaves a window: which one is
// the program's?
#pragma once

#include "analyzer/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Prefers a program whose file the command names behind its first word. Then the window with most
/// threads, up to the number asked for: launchers may have more of their own. Then the one with
/// most CPU time: a launcher lasts longer than its program, but waits.
std::optional<Window> likeliestWindow(const std::vector<Window> &windows,
                                      const std::vector<std::string> &command, int threads);

} // namespace tare
