// SPDX-License-Identifier: Apache-2.0
// The reader turned round: the file from which a profile would have been read.
#pragma once

#include "analyzer/profile/profile.h"
#include "profile/profile_writer.h"

namespace tare::testing {

/// Of a whole run that was measured on the TSC: neither cut off nor expanded.
ProfileWriter written(const Profile &profile);

} // namespace tare::testing
