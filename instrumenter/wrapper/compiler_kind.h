// SPDX-License-Identifier: Apache-2.0
// gcc or clang? Commands of every other compiler are handed on without probes.
#pragma once

#include "base/process.h"

#include <string>

namespace tare {

enum class CompilerKind { unknown, gcc, clang };

/// By name: gcc-12, x86_64-linux-gnu-g++, clang++-19, tare-gcc. `cc`, `c++` and `mpicc` say
/// nothing.
CompilerKind kindOfName(const std::string &compiler);

/// Is this the name of a compiler of C or C++? (gcc-12, clang++, cc, c99; not tare-gcc)
bool isCompilerName(const std::string &name);

/// By the name of the program behind all links; starts no process.
CompilerKind kindOfProgram(const std::string &compiler);

/// By the text of `--version`.
CompilerKind kindOfVersionText(const std::string &text);

/// By the compiler's name, or if that is not enough (cc, mpicc) by its output for --version, which
/// stays in `folder`.
CompilerKind askKind(const std::string &compiler, ProcessRunner &processes,
                     const std::string &folder);

const char *kindName(CompilerKind kind);

} // namespace tare
