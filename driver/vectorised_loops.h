// SPDX-License-Identifier: Apache-2.0
// Which loops of a source the compiler makes vector instructions for, as it says itself (-Rpass of
// clang, -fopt-info-vec of gcc). Nothing is run.
#pragma once

#include "analyzer/operation_model/loop_time.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

/// Not known: the compiler cannot compile a source, or has no such option.
VectorisedLoops vectorisedLoops(const std::string &compiler, const std::vector<std::string> &flags,
                                const std::vector<std::string> &sources);

/// Adds the loops that lines of a compiler's remarks name.
void readVectorRemarks(const std::string &text, VectorisedLoops &into);

} // namespace tare
