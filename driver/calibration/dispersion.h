// SPDX-License-Identifier: Apache-2.0
// How much the time of a probe varies.
#pragma once

#include "analyzer/profile/profile.h"

#include <string>

namespace tare {

/// The index of dispersion (variance over mean, in ticks) of the time between two barriers, in a
/// loop of barriers alone in `function`. That time is the outer side of one probe. Each thread has
/// its own mean, because one may always be slower. Times above four medians have other causes than
/// chance and do not count. 0: no thread's log has a hundred of them.
double dispersionBetweenBarriers(const Profile &profile, const std::string &function);

} // namespace tare
