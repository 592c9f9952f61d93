// SPDX-License-Identifier: Apache-2.0
// clang's -MJ: the command of a unit, for whoever makes a compile_commands.json of such fragments.
#pragma once

#include "instrumenter/wrapper/compilation.h"

#include <string>

namespace tare {

/// The file that the command names. Empty: there is none, or it is standard output, where the text
/// would be lost among the messages of our steps.
std::string recordFile(const CompileCommand &command);

/// One line of it: the user's own command, cut down to this unit, as run in `folder`.
std::string compilationRecord(const CompileCommand &command, const Unit &unit,
                              const std::string &folder);

} // namespace tare
