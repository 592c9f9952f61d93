// SPDX-License-Identifier: Apache-2.0
// What a run that is still going on has finished: its regions up to the last join.
#pragma once

#include "analyzer/profile/profile.h"
#include "base/result.h"

namespace tare {

/// `live`: as readRunningProfile() has it. What is open is left out, and so is what only a part of the
/// team's logs has yet. The window is the sum of what is in it, so its books close. A sampled log
/// tells of the other instances (whole_instances.h). Error: why the log does not tell.
Result<Profile> finishedPart(Profile live);

} // namespace tare
