// SPDX-License-Identifier: Apache-2.0
// Instrument this command, or hand it on untouched? Every answer has its reason.
#pragma once

#include "instrumenter/wrapper/compile_command.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <string>
#include <string_view>

namespace tare {

struct Decision {
  bool instrument = false;
  std::string reason; ///< Why it is left alone; empty when it is instrumented.
};

/// What lies outside the command line. `switched_off` is TARE_WRAPPER=off.
struct Surroundings {
  std::string folder; ///< The current one: configure probes are known by their folder.
  bool switched_off = false;
};

/// By the command line alone, before any process is started.
Decision decide(const CompileCommand &command, const Surroundings &surroundings);

/// Does a build system ask here what the compiler can do? It must see the compiler itself.
bool isConfigureProbe(const CompileCommand &command, const Surroundings &surroundings);

/// By the kind of the compiler, once that is known.
Decision decideKind(const CompileCommand &command, CompilerKind kind);

/// The quick test on preprocessed text: is there a `#pragma omp` that does more than declare, or
/// an attribute, `omp::` or `using omp:`?
/// A false yes only costs a parse.
bool mayContainOpenmp(std::string_view preprocessed);

/// Is there `main(`, of no class or namespace? The program's serial code starts there. A false yes
/// only costs a parse, and a table of nothing.
bool mayDefineMain(std::string_view text);

/// Its directives as they stand there, without declarations; also lines with attributes.
std::vector<std::string> directivesIn(std::string_view preprocessed);

/// Is a lock routine named outside a declaration such as omp.h's? Its calls are constructs too.
bool callsLockRoutine(std::string_view text);

/// Did this text go through Tare already (kept by -save-temps, or by a wrapper around us)?
bool isInstrumented(std::string_view preprocessed);

} // namespace tare
