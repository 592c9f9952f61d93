// SPDX-License-Identifier: Apache-2.0
// Statements of serial code as regions whose threads share them out evenly.
#pragma once

#include "analyzer/profile/profile.h"

#include <set>
#include <string>

namespace tare {

/// Each statement with one of these ids (NodeId::text()) and a time becomes a region, one execution
/// of all of it behind the end of the run; its start and end take `fork` ticks. The window grows by that
/// region. Returns the ticks of serial code that are in it now: the run is shorter by those, and its
/// other times do not know that yet.
Ticks parallelise(Profile &profile, const std::set<std::string> &ids, Ticks fork);

} // namespace tare
