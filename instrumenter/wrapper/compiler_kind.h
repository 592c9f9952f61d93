// SPDX-License-Identifier: Apache-2.0
// gcc or clang? Only these two are instrumented; every other compiler is left alone.
#pragma once

#include <string>

namespace tare {

enum class CompilerKind { unknown, gcc, clang };

/// By name: gcc-12, x86_64-linux-gnu-g++, clang++-19, tare-gcc. `cc`, `c++` and `mpicc` say
/// nothing.
CompilerKind kindOfName(const std::string &compiler);

/// Is this what a compiler of C or C++ is called? (gcc-12, clang++, cc, c99; not tare-gcc)
bool isCompilerName(const std::string &name);

/// By what the program that `compiler` finally is (links followed) is called; starts nothing.
CompilerKind kindOfProgram(const std::string &compiler);

/// By the text of `--version`.
CompilerKind kindOfVersionText(const std::string &text);

const char *kindName(CompilerKind kind);

} // namespace tare
