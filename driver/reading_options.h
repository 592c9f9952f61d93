// SPDX-License-Identifier: Apache-2.0
// Which words of a compile command say how a source is to be read. Only known ones are taken, so
// that no word starts a program, loads a plug-in, writes a file or names a list of further words.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

#include <string>
#include <vector>

namespace tare {

/// Whose command it is: the user's own may name files to be read, one in results may not.
enum class CommandOrigin { User, Results };

/// In their order, without -fopenmp: whoever reads the source knows whether it is read with it.
std::vector<std::string> readingOptions(const CompileCommand &command, CommandOrigin origin);

} // namespace tare
