// SPDX-License-Identifier: Apache-2.0
// Regions of one thread inside of others, as they are where nesting is off: what they do is part of
// the code around them.
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

/// Such regions' segments become records of the segments that they lie in. Regions of several threads,
/// and what lies in no segment of the log, stay.
void flattenNested(Profile &profile);

} // namespace tare
