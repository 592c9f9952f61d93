// SPDX-License-Identifier: Apache-2.0
// The commands that stand in for one compile command:
//   preprocess -> tare-instrument -> compile the rewritten text [-> link]
// Command lines in, command lines out.
#pragma once

#include "instrumenter/wrapper/compile_command.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

using Words = std::vector<std::string>;

/// One source of the command and what is made of it.
struct Unit {
  size_t argument = 0; ///< Its place among the command's arguments.
  std::string source;  ///< As given.
  Language language = Language::none;
  bool preprocessed = false; ///< The source is the text that step 1 would write.
  std::string output;        ///< The object (or assembly) file.
  /// Of the serial program: the text as the parallel program of the same source has it, where that
  /// has other directives (`#ifdef _OPENMP`). Empty: it has the same.
  std::string constructs;
  /// For clang's -fsanitize-ignorelist=: a file with `cfi_ignorelist` in it. Empty: not needed.
  std::string ignorelist;
};

/// Where our own programs lie, and what the units are named against.
struct Companions {
  std::string instrumenter;    ///< tare-instrument
  std::string runtime;         ///< libtare-rt.so.1, absolute
  std::string runtime_archive; ///< libtare-rt.a, for -static links; may be empty
  std::string root;            ///< Project root.
};

/// The C and C++ sources of the command. When it links, objects go to `folder`; else where the
/// compiler would put them. Compilers name what they leave beside an object (x.gcno, x.dwo) after
/// it, so where a link leaves such files the object is named as the compiler names it on the way.
std::vector<Unit> unitsOf(const CompileCommand &command, const std::string &folder);

/// Step 1. Writes `text`, and the dependency file that the plain command would write.
Words preprocessStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const std::string &text);

/// Step 1 once more, of the serial program: its source as the parallel program reads it.
Words constructsStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const std::string &text);

/// Step 2. `fallback`: why the unit is left as it is; empty to instrument it.
Words instrumentStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                     const Companions &companions, const std::string &text,
                     const std::string &rewritten, const std::string &fallback);

/// Clang's checks of indirect calls end a program at the first call into a library that was built
/// without them, as every probe is one.
bool checksIndirectCalls(const CompileCommand &command, CompilerKind kind);

/// Turns those checks off in a unit, whose functions keep what the checks of others look at.
inline constexpr const char *cfi_ignorelist = "[cfi-icall]\nfun:*\n[kcfi]\nfun:*\n";

/// Step 3. Rewritten text to unit.output, without warnings: the text is not what people wrote.
Words compileStep(const CompileCommand &command, const Unit &unit, CompilerKind kind,
                  const std::string &rewritten);

/// Where -save-temps keeps the preprocessed text: there the rewritten one must lie, which is what
/// was compiled. Empty: nothing is kept.
std::string keptText(const CompileCommand &command, const Unit &unit, CompilerKind kind);

/// The user's own command; cut down to this unit where it has several or links.
Words originalStep(const CompileCommand &command, const Unit &unit, CompilerKind kind);

/// The user's command with objects in the place of the sources, order kept.
Words linkStep(const CompileCommand &command, const std::vector<Unit> &units,
               const Companions &companions);

/// Warnings of the original text (TARE_WARNINGS=1).
Words warningStep(const CompileCommand &command, const Unit &unit);

/// What a static link needs at its end: the runtime cannot be loaded later.
Words staticRuntimeWords(const Companions &companions);

/// Does this command link a program statically, with OpenMP?
bool linksStatically(const CompileCommand &command);

} // namespace tare
