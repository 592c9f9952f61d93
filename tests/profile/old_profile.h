// SPDX-License-Identifier: Apache-2.0
// Profiles as earlier versions wrote them.
#pragma once

#include "profile/profile_writer.h"

namespace tare::testing {

/// The file that a Tare of format `major` (7 or 8) would have written of the same run. Samples are
/// the caller's: before version 9 their bodies are plain ticks.
std::string bytesOfVersion(ProfileWriter writer, uint32_t major);

} // namespace tare::testing
