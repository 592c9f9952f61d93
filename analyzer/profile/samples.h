// SPDX-License-Identifier: Apache-2.0
// The sampled iterations of a thread.
//
//   bytes -> image -> contents -> cells, log, [samples] -> close_open -> Profile
#pragma once

#include "analyzer/profile/contents.h"

namespace tare {

Result<std::vector<IterationSample>> readSamples(const ProfileContents &contents,
                                                 const ThreadBlocks &thread);

} // namespace tare
