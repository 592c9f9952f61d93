// SPDX-License-Identifier: Apache-2.0
// Commands that are handed to the compiler as they were typed.
#pragma once

#include "instrumenter/wrapper/unread_units.h"
#include "instrumenter/wrapper/wrap.h"

#include <string>
#include <vector>

namespace tare {

/// The command as it is; a static link gets the runtime. `reason` is said on request.
WrapOutcome passThrough(const CompileCommand &command, const std::string &reason,
                        const WrapOptions &options, const WrapSeams &seams);

/// Runs the command as it is. Then it says which units are not measured, and names them in what was
/// made, so that tables have them. A command that fails says nothing but what the compiler says.
WrapOutcome passUnread(const CompileCommand &command, std::vector<UnreadUnit> units,
                       const WrapOptions &options, const WrapSeams &seams);

/// The command as it is. Units with OpenMP that are not measured because of that are named.
WrapOutcome passLost(const CompileCommand &command, const Decision &decision,
                     const WrapOptions &options, const WrapSeams &seams);

} // namespace tare
