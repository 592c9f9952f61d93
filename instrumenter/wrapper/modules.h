// SPDX-License-Identifier: Apache-2.0
// Units of C++20 that import modules. A module is no text, and only its own compiler reads it.
#pragma once

#include "instrumenter/wrapper/compilation.h"

namespace tare {

enum class Modules {
  none,
  where_written, ///< gcc's options, which CMake gives to every unit: `import` stands in the text.
  everywhere     ///< clang's options: each #include may be an import.
};

/// By the options of the command.
Modules modulesOf(const CompileCommand &command);

/// The first source that imports modules, or is one. Empty: there is none.
std::string moduleIn(const Compilation &compilation);

} // namespace tare
