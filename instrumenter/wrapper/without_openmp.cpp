// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/without_openmp.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr std::string_view libraries[] = {"gomp", "omp", "iomp5"};

/// Simd directives, and none that needs more than one thread or a runtime. _OPENMP stays undefined.
constexpr const char *only_simd = "-fopenmp-simd";

/// What FindOpenMP gives: /usr/lib/gcc/.../libgomp.so, .../libomp.so.5, .../libiomp5.a
bool isLibraryFile(const std::string &path) {
  std::string name = baseName(path);
  return std::ranges::any_of(libraries, [&](std::string_view library) {
    std::string stem = "lib" + std::string(library);
    return name == stem + ".a" || name == stem + ".so" || startsWith(name, stem + ".so.");
  });
}

bool isOpenMP(const Argument &argument) {
  if (argument.role == Role::input)
    return isLibraryFile(argument.value);
  if (argument.name == "-l")
    return std::ranges::find(libraries, argument.value) != std::end(libraries);
  const std::string &word = argument.words.front();
  if (word == only_simd)
    return false;
  return argument.role == Role::openmp || startsWith(word, "-fopenmp") || word == "-openmp" ||
         word == "-qopenmp" || word == "-static-openmp";
}

bool compiles(const CompileCommand &command) {
  return std::ranges::any_of(command.arguments, [](const Argument &argument) {
    return argument.role == Role::input && argument.language != Language::none;
  });
}

} // namespace

std::vector<std::string> withoutOpenMP(const CompileCommand &command, const std::string &archive,
                                       Simd simd) {
  if (std::ranges::none_of(command.arguments, isOpenMP))
    return command.original;
  std::vector<std::string> words = command.launcher;
  words.push_back(command.compiler);
  if (compiles(command)) { // before a `--`, after which all are inputs
    words.push_back("-w");
    if (command.openmp && simd == Simd::Kept)
      words.push_back(only_simd);
  }
  for (const Argument &argument : command.arguments)
    if (!isOpenMP(argument))
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  bool links = command.mode == Mode::link && command.inputs() > 0 && !command.hasOption("-r");
  if (!links || archive.empty())
    return words;
  if (command.hasOption("-x"))
    words.insert(words.end(), {"-x", "none"});
  words.push_back(archive);
  return words;
}

std::vector<std::string> simdQuestion(const CompileCommand &command) {
  bool is_read_once = std::ranges::any_of(command.arguments, [](const Argument &argument) {
    return argument.role == Role::input && argument.value == "-";
  });
  if (is_read_once || !command.openmp || !compiles(command))
    return {};
  std::vector<std::string> words = withoutOpenMP(command, "", Simd::Kept);
  auto simd = std::ranges::find(words, only_simd);
  if (simd == words.end())
    return {};
  words.insert(simd, "-fsyntax-only");
  return words;
}

} // namespace tare
