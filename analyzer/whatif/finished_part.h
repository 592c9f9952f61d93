// SPDX-License-Identifier: Apache-2.0
// What a run that is still going on has finished: its regions up to the last join.
#pragma once

#include "analyzer/profile/profile.h"
#include "base/result.h"

namespace tare {

/// `live`: a profile that was read while its program ran. The regions that are open are left out,
/// and the window ends with what is in it. Error: why the log does not tell.
Result<Profile> finishedPart(Profile live);

} // namespace tare
