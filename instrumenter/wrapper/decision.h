// SPDX-License-Identifier: Apache-2.0
// Instrument this command, or hand it on untouched? Every answer has its reason.
#pragma once

#include "instrumenter/wrapper/compile_command.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <string>

namespace tare {

struct Decision {
  bool instrument = false;
  std::string reason; ///< Why the command is handed on; empty when it is instrumented.
  bool loses = false; ///< It may compile OpenMP that is not measured then.
};

/// Facts from outside the command line. `switched_off` is TARE_WRAPPER=off.
struct Surroundings {
  std::string folder; ///< The current folder: some configure checks run in a known one.
  bool switched_off = false;
};

/// By the command line alone, before any process is started.
Decision decide(const CompileCommand &command, const Surroundings &surroundings);

/// Does a build system check here what the compiler can do? It must see the compiler itself.
bool isConfigureProbe(const CompileCommand &command, const Surroundings &surroundings);

/// By the kind of the compiler, once that is known.
Decision decideKind(const CompileCommand &command, CompilerKind kind);

} // namespace tare
