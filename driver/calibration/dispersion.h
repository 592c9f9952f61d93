// SPDX-License-Identifier: Apache-2.0
// How much a probe takes now less, now more.
#pragma once

#include "analyzer/profile/profile.h"

#include <string>

namespace tare {

/// The index of dispersion, variance over mean, in ticks, of what lies between one barrier and the
/// next in a loop of barriers alone in `function`: one probe's outer side. Each thread has its own
/// mean, for one may always be slower than another. Of what is longer than four times the median
/// something else than chance is the reason. 0: no thread's log has a hundred.
double dispersionBetweenBarriers(const Profile &profile, const std::string &function);

} // namespace tare
