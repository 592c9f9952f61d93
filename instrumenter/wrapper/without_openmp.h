// SPDX-License-Identifier: Apache-2.0
// A command of the OpenMP program -> the command that ignores the pragmas of the same source.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

namespace tare {

enum class Simd { Kept, Dropped };

/// Drops options that turn OpenMP on and libraries that implement it, and writes response files
/// out. Simd directives need no second thread: `simd` Kept puts -fopenmp-simd in the place of
/// -fopenmp. A link gets `archive`, the omp_* functions of a program with one thread; empty:
/// nothing. Compiles get -w, since a warning for each ignored pragma, or an error by -Werror, helps
/// nobody. A command without OpenMP stays as it was typed.
CompileCommand withoutOpenMP(CompileCommand command, const std::string &archive, Simd simd);

/// A command that only checks whether the compiler accepts the sources of such a command. With
/// -fopenmp-simd it reads simd directives, and these may use names that are declared for OpenMP
/// alone. Empty: -fopenmp-simd was not put in, or a source can be read only once.
Words simdQuestion(const CompileCommand &command);

} // namespace tare
