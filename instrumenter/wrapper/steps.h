// SPDX-License-Identifier: Apache-2.0
// The commands that stand in for one compile command:
//   preprocess -> tare-instrument -> compile the rewritten text [-> link]
// Command lines in, command lines out.
#pragma once

#include "instrumenter/wrapper/compilation.h"

#include <string>

namespace tare {

/// Where our own programs lie.
struct Companions {
  std::string instrumenter;    ///< tare-instrument
  std::string runtime;         ///< libtare-rt.so.1, absolute
  std::string runtime_archive; ///< libtare-rt.a, for -static links; may be empty
  std::string root;            ///< The user's project root; units are named relative to it.
};

/// Step 1. Writes `text`, and the dependency file that the plain command would write.
Words preprocessStep(const Compilation &compilation, const Unit &unit, const std::string &text);

/// Step 1 once more, for the serial program: reads its source as the parallel program does.
Words constructsStep(const Compilation &compilation, const Unit &unit, const std::string &text);

/// Step 2. `fallback`: why the unit is compiled without probes. Empty: it gets probes.
Words instrumentStep(const Compilation &compilation, const Unit &unit, const Companions &companions,
                     const std::string &text, const std::string &rewritten,
                     const std::string &fallback);

/// Does the command turn on clang's checks of indirect calls? They end a program at the first call
/// into a library that was built without them, and every probe is such a call.
bool checksIndirectCalls(const Compilation &compilation);

/// The text of a file that turns those checks off in a unit. The unit's functions keep the marks
/// that the checks of other units look at.
inline constexpr const char *cfi_ignorelist = "[cfi-icall]\nfun:*\n[kcfi]\nfun:*\n";

/// Step 3. Rewritten text to unit.output, without warnings: the text is not what people wrote.
Words compileStep(const Compilation &compilation, const Unit &unit, const std::string &rewritten);

/// The user's own command; cut down to this unit where it has several or links.
Words originalStep(const Compilation &compilation, const Unit &unit);

/// The user's command with objects in the place of the sources, order kept.
Words linkStep(const Compilation &compilation, const Companions &companions);

/// Objects to one object, as `ld -r` does.
Words mergeStep(const Compilation &compilation, const Words &objects, const std::string &merged);

/// Warnings of the original text (TARE_WARNINGS=1).
Words warningStep(const Compilation &compilation, const Unit &unit);

/// The words that a static link needs at its end, since the runtime cannot be loaded later.
Words staticRuntimeWords(const Companions &companions);

/// Does this command link a program statically, with OpenMP?
bool linksStatically(const CompileCommand &command);

} // namespace tare
