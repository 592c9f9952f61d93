// SPDX-License-Identifier: Apache-2.0
// Units of C++20 that import modules: what they import is no text, and only their compiler reads
// it.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

#include <string_view>

namespace tare {

enum class Modules {
  none,
  where_written, ///< gcc's options, which CMake gives to every unit: the text says who imports.
  everywhere     ///< clang's: an #include may be an import, or there is something to import.
};

/// By the options of the command.
Modules modulesOf(const CompileCommand &command);

/// Has the text a line that begins with `import`, `module` or `export` of these? Before the
/// preprocessor or after it, which writes some of them with underscores.
bool namesModules(std::string_view text);

} // namespace tare
