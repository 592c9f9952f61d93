// SPDX-License-Identifier: Apache-2.0
// A command of the OpenMP program -> that of the same source with its pragmas ignored.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

namespace tare {

/// Options that turn OpenMP on and libraries that implement it are left out, response files are
/// written out. Simd directives stay: they are no parallelism, and one thread has them as well, so
/// what turned OpenMP on becomes -fopenmp-simd. A link gets `archive`, unless it is empty: the
/// omp_* of a program with one thread. Compiles get -w: to warn of each pragma that is ignored, or
/// to fail with -Werror, helps nobody. A command without OpenMP stays as it was typed.
std::vector<std::string> withoutOpenMP(const CompileCommand &command, const std::string &archive);

} // namespace tare
