// SPDX-License-Identifier: Apache-2.0
// compile_commands.json: how each file of a project is compiled, as CMake, Meson, Bear and others
// write it (https://clang.llvm.org/docs/JSONCompilationDatabase.html).
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

struct FileCommand {
  std::string folder; // absolute; the command runs there
  std::string file;   // as it is given there
  std::vector<std::string> words;
};

/// Error: it is none, with the entry's place in it.
Result<std::vector<FileCommand>> readCompileCommands(const std::string &path);

/// Where projects keep theirs: in the folder or in its `build`. Empty: there is none.
std::string compileCommandsIn(const std::string &folder);

} // namespace tare
