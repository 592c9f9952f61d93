// SPDX-License-Identifier: Apache-2.0
// A command of the OpenMP program -> that of the same source with its pragmas ignored.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

namespace tare {

enum class Simd { Kept, LeftOut };

/// Options that turn OpenMP on and libraries that implement it are left out, response files are
/// written out. Simd directives are no parallelism, and one thread has them as well: where they are
/// kept, what turned OpenMP on becomes -fopenmp-simd. A link gets `archive`, unless it is empty:
/// the omp_* of a program with one thread. Compiles get -w: to warn of each pragma that is ignored,
/// or to fail with -Werror, helps nobody. A command without OpenMP stays as it was typed.
std::vector<std::string> withoutOpenMP(const CompileCommand &command, const std::string &archive,
                                       Simd simd);

/// A command that only asks whether the compiler takes the sources of such a command. With
/// -fopenmp-simd it reads directives whose names may be declared for OpenMP alone. Empty: nothing
/// was put in the place of OpenMP, or a source is no file that can be read twice.
std::vector<std::string> simdQuestion(const CompileCommand &command);

} // namespace tare
