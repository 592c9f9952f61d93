// SPDX-License-Identifier: Apache-2.0
// One compile command as it is built: its sources, its compiler, and the files that come of it.
//   CompileCommand -> [compilation] -> steps
#pragma once

#include "instrumenter/wrapper/compile_command.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <string>
#include <vector>

namespace tare {

/// One source of the command and the files that are made of it.
struct Unit {
  size_t argument = 0; ///< Its place among the command's arguments.
  std::string source;  ///< As given.
  Language language = Language::none;
  bool preprocessed = false; ///< The source is the text that step 1 would write.
  std::string output;        ///< The object (or assembly) file.
  /// Only in the serial program: the text as the parallel program of the same source reads it, if
  /// that holds other directives (`#ifdef _OPENMP`). Empty: it holds the same ones.
  std::string constructs;
  /// For clang's -fsanitize-ignorelist=: a file with `cfi_ignorelist` in it. Empty: not needed.
  std::string ignorelist;
};

struct Compilation {
  CompileCommand command;
  std::vector<Unit> units; ///< The C and C++ sources of the command, in order.
  CompilerKind kind = CompilerKind::unknown;

  bool links() const { return command.mode == Mode::link; }
};

/// When the command links, its objects go to `folder`. Else they go where the compiler would put
/// them. Compilers name the files beside an object (x.gcno, x.dwo) after it. A link that leaves
/// such files therefore names its objects as the compiler would.
Compilation makeCompilation(const CompileCommand &command,
                            CompilerKind kind = CompilerKind::unknown,
                            const std::string &folder = "");

/// The options with which -MD in the preprocessing step names the same file and the same target as
/// in the plain command. Both are named after the object, which the preprocessor does not know.
Words dependencyWords(const Compilation &compilation, const Unit &unit);

/// The options with which a compiler names the files that it leaves beside an object (x.gcno, x.su,
/// x.c.123t.name) as in the whole command. gcc 10 and before name the files after the object
/// whatever the options say. They do not know -dumpbase-ext, without which dumps lack the source's
/// suffix. clang needs options only for an object in our folder; versions before 17 know none.
/// Empty: the names need no options.
Words sideNames(const Compilation &compilation, const Unit &unit);

/// The file in which -save-temps keeps the preprocessed text. The rewritten text must lie there,
/// because it was compiled. Empty: nothing is kept.
std::string keptText(const Compilation &compilation, const Unit &unit);

} // namespace tare
