// SPDX-License-Identifier: Apache-2.0
// Building the programs of `tare overheads` with the same flags: serial, parallel plain, and
// parallel instrumented; the serial one with probes, and the OpenMP source with its pragmas
// ignored.
#pragma once

#include "base/process.h"

#include <map>

namespace tare {

/// The sources of a program, and how to build it.
struct BuildRequest {
  std::vector<std::string> serial_sources, parallel_sources;
  std::vector<std::string> compiler; // as typed, without flags: "clang-19", or "ccache gcc"
  std::vector<std::string> cflags, ldflags;
  std::string folder; // programs go here: serial, parallel, instrumented
  std::string prefix; // this installation's
  std::string root;   // absolute: what places are relative to; empty: each unit finds its own
  /// File with a plan (instrumenter/plan/plan_file.h): constructs that get no probes. Empty: none.
  /// Lines that people read have its name without the folder.
  std::string plan;
  bool events = false; // tasks and locks of the instrumented program tell what happens when
  /// Whether simd directives stay on where the parallel program's source is built without OpenMP.
  bool keep_simd = true;
};

/// role -> command line without "-o PROGRAM", for manifest and table.
using CompileLines = std::map<std::string, std::string>;

/// Programs that were built, each as <folder>/<role>.
struct BuiltPrograms {
  CompileLines lines;                // of the programs that were built
  std::vector<std::string> warnings; // what the table has to do without
};

/// Whether the serial and the OpenMP program are one source, built twice: then the OpenMP source
/// with its pragmas ignored is the serial program, and is not built again.
bool isSameSource(const BuildRequest &request);

/// The compilers' diagnostics go to stderr. Error: which program, with which command. Programs
/// that a table can do without (isExtra) make a warning instead.
Result<BuiltPrograms> buildPrograms(ProcessRunner &processes, const BuildRequest &request);

/// Only the programs with probes, again: after another plan was chosen. The others must be there.
Result<BuiltPrograms> rebuildProbed(ProcessRunner &processes, const BuildRequest &request);

/// The command lines of one role, the program first: exposed for testing.
std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &role);

/// A compiler as makefiles name one: "ccache gcc -std=gnu11".
struct ChosenCompiler {
  std::vector<std::string> words; // the compiler last
  std::vector<std::string> flags; // from the first word with a dash on
};

/// The versioned name of `family` ("clang", "clang++") that is installed: of release 19, which is
/// tested most, or of the newest from 22 to 18. Empty: none is.
std::string releasedClang(const std::string &family);

/// `wish` if not empty, else $CC, else clang-19 or another release, else cc. A compiler that is
/// Tare's own wrapper
/// ("tare cc gcc", "tare-gcc") stands for the compiler below it. Error: none is installed.
Result<ChosenCompiler> chooseCompiler(const std::string &wish);

/// Builds with it: its flags stand before those that are there.
void useCompiler(const ChosenCompiler &compiler, BuildRequest &request);

/// clang-19 -> clang++-19, gcc -> g++, cc -> c++; others unchanged.
std::string cxxDriverOf(const std::string &compiler);

/// By the ending of the name.
bool isCxxSource(const std::string &path);

/// "a.c,b.c" -> {a.c, b.c}; Error when one cannot be read.
Result<std::vector<std::string>> sourceList(const std::string &text);

} // namespace tare
