// SPDX-License-Identifier: Apache-2.0
// Units whose text only their compiler can read: modules, and syntax trees that clang has kept.
//   CompileCommand -> [unread units] -> their names, and why each of them is not measured
#pragma once

#include "instrumenter/wrapper/compilation.h"

#include <string>
#include <vector>

namespace tare {

/// Why a unit with modules is not measured.
inline constexpr const char *is_module = "it imports modules, or is one";

struct UnreadUnit {
  std::string source;
  std::string reason;
  std::string object;   ///< What the command makes of it alone. Empty: a program, or no object.
  bool is_tree = false; ///< A kept tree. Only its object shows whether there is OpenMP in it.
  Language language = Language::cxx;
};

/// All units of a command that compiles a module, as far as they may hold something to measure: the
/// others need the module, too. Empty: it compiles none.
std::vector<UnreadUnit> unitsWithModules(const Compilation &compilation);

/// Kept trees (x.pcm, x.ast) that the command compiles, and sources with OpenMP of which it keeps a
/// tree (--precompile, -emit-ast). With a tree, all sources of a link are unread.
std::vector<UnreadUnit> unitsWithTrees(const CompileCommand &command);

/// The sources of a command that have OpenMP, in any language. They are not measured for this
/// reason.
std::vector<UnreadUnit> unitsWithOpenmp(const CompileCommand &command, const std::string &reason);

/// Does an object call an OpenMP runtime? By the names in it.
bool callsOpenmp(const std::string &object);

} // namespace tare
