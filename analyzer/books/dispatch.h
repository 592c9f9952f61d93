// SPDX-License-Identifier: Apache-2.0
// What handing out iterations took inside a loop's time, from its sampled iterations: the mean gap
// between two iterations on a thread, less what the probes alone take there, times the number of
// iterations. An estimate, in whole ticks that move from the loop's work to its scheduling, so the
// area stays what it is.
//
//   Profile -> [dispatch] -> balance_run
#pragma once

#include "analyzer/profile/profile.h"

#include <map>

namespace tare {

/// By process-wide node; loops whose threads do not ask for iterations (schedule(static)) are left
/// out, and those whose gaps cannot be told from empty ones.
std::map<uint32_t, Ticks> dispatchIn(const Profile &profile);

} // namespace tare
