// SPDX-License-Identifier: Apache-2.0
// A compiler's command line as data.
//   argv -> CompileCommand -> Decision -> Units and their steps -> status
// Nothing here starts a process, and nothing here knows Clang. The user's options are never judged.
// They are only sorted by the step that needs them: preprocessor, compiler proper, linker.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

using Words = std::vector<std::string>;

enum class Language { none, c, cxx, header, assembler, other };

/// What the command ends with.
enum class Mode { link, object, assembly, preprocess, dependencies, query };

/// The step that needs an option, and so the steps of ours in which it appears.
enum class Role {
  general,         ///< Every step: -O2, -g, -std=, -m, -f.
  preprocessor,    ///< -D, -I, -include: first step only.
  dependency,      ///< -MD, -MF: first step only.
  expanded_output, ///< -P, -C, -dM: shapes the text of -E; none of our steps.
  warning,         ///< -W, -pedantic: first step only (preprocessed text warns differently).
  no_warning,      ///< -Wno-: each step that reads a text, since it may silence an error.
  openmp,          ///< -fopenmp and its opposite.
  link,            ///< -l, -L, -Wl, -static: the link only.
  mode,            ///< -c, -S, -E, -M.
  query,           ///< --version, -print-*: the command compiles nothing.
  separator,       ///< --: clang takes all words behind it for inputs; our steps do without.
  output,          ///< -o
  language,        ///< -x
  input,           ///< A source, an object, an archive, or `-`.
};

/// One option with its value, or one input. `words` is what was typed: one or two words.
struct Argument {
  Role role = Role::general;
  std::string name;
  std::string value; ///< For an input: its path.
  Words words;
  Language language = Language::none; ///< Inputs only; none: handed to the linker.
  bool preprocessed = false;          ///< An input that needs no preprocessor: x.i, -x cpp-output.

  /// An input that can be instrumented.
  bool isSource() const {
    return role == Role::input && (language == Language::c || language == Language::cxx);
  }
};

struct CompileCommand {
  Words original; ///< As typed, response files and all.
  Words launcher; ///< ccache, distcc, ... in front of the compiler.
  std::string compiler;
  std::vector<Argument> arguments;
  Mode mode = Mode::link;
  bool openmp = false;
  /// tare cc --role serial: its directives do nothing; serial counterparts get probes.
  bool serial_program = false;
  std::string parallel; ///< For a serial program of other sources: objects of the parallel one.
  std::string plan;     ///< Absolute path of a plan: constructs that get no probes. Empty: none.
  bool events = false; ///< Tasks and locks tell what happens when.
  std::string kernels; ///< Functions whose coupling is measured: no probes, only their calls. a,b
  bool link_static = false;
  bool offload = false;       ///< -E would give a bundle of host and device text.
  bool cxx_driver = false;    ///< g++ and clang++ read .c as C++ and link libstdc++.
  bool reads_stdin = false;   ///< One of the inputs is `-`.
  std::string output;         ///< Value of -o, or empty.
  std::string openmp_library; ///< Value of -fopenmp=, or empty.

  bool hasOption(const std::string &name) const;
  /// Is there an option that begins with one of these?
  bool hasOptionLike(std::initializer_list<std::string_view> beginnings) const;
  size_t inputs() const;
};

/// Sorts a command. Response files (@file) are read here; everything else is only text.
CompileCommand parseCompileCommand(const Words &argv);

void append(Words &words, const Words &more);

/// ccache, distcc and their like.
bool isKnownLauncher(const std::string &word);

/// Is this the name of a compiler of C++? (g++-12, clang++, c++, mpicxx, mpiCC)
bool isCxxDriver(const std::string &compiler);

} // namespace tare
