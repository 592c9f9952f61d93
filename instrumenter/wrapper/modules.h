// SPDX-License-Identifier: Apache-2.0
// Units of C++20 that are modules or import some. A compiled module is no text, and only its own
// compiler reads it.
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

/// Whether the unit imports modules, or is one.
bool isModule(const Unit &unit, Modules modules);

/// An option about modules: where they lie, what is made of them.
bool isAboutModules(const std::string &word);

} // namespace tare
