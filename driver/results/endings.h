// SPDX-License-Identifier: Apache-2.0
// How an experiment and its runs ended, where they did not end as they should.
#pragma once

#include "analyzer/notes/note.h"
#include "driver/results/results.h"

#include <vector>

namespace tare {

/// A note on an experiment that did not end, and one on each run that failed. Roles that the
/// experiment does without have none.
std::vector<Note> endWarnings(const Manifest &manifest);

} // namespace tare
