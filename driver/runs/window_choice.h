// SPDX-License-Identifier: Apache-2.0
// Commands may be scripts and launchers, and every process below them leaves a window: which one is
// the program's?
#pragma once

#include "analyzer/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Of a program whose file the command names behind its first word, if there is one. Of several the
/// one with most threads, as far as they were asked for: launchers may have threads of their own.
/// Then the one that computed most: what starts a program lasts longer than it, but waits.
std::optional<Window> likeliestWindow(const std::vector<Window> &windows,
                                      const std::vector<std::string> &command, int threads);

} // namespace tare
