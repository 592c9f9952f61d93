// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/without_openmp.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr std::string_view libraries[] = {"gomp", "omp", "iomp5"};

/// Reads simd directives, and none that need more than one thread or a runtime. _OPENMP stays
/// undefined.
constexpr const char *only_simd = "-fopenmp-simd";

/// A library as CMake's FindOpenMP names it: /usr/lib/gcc/.../libgomp.so, .../libomp.so.5,
/// .../libiomp5.a
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

CompileCommand withoutOpenMP(CompileCommand command, const std::string &archive, Simd simd) {
  if (std::ranges::none_of(command.arguments, isOpenMP))
    return command;
  bool links = command.mode == Mode::link && command.inputs() > 0 && !command.hasOption("-r");
  std::vector<Argument> added;
  if (compiles(command)) {
    added.push_back({Role::warning, "-w", "", {"-w"}});
    if (command.openmp && simd == Simd::Kept)
      added.push_back({Role::general, only_simd, "", {only_simd}});
  }
  std::erase_if(command.arguments, isOpenMP);
  // before a `--`, after which all are inputs
  command.arguments.insert(command.arguments.begin(), added.begin(), added.end());
  if (links && !archive.empty()) {
    if (command.hasOption("-x"))
      command.arguments.push_back({Role::language, "-x", "none", {"-x", "none"}});
    command.arguments.push_back({Role::input, "", archive, {archive}});
  }
  command.openmp = false;
  command.openmp_library.clear();
  command.offload = command.hasOptionLike({"--offload-arch="});
  command.original = command.launcher;
  command.original.push_back(command.compiler);
  for (const Argument &argument : command.arguments)
    append(command.original, argument.words);
  return command;
}

Words simdQuestion(const CompileCommand &command) {
  if (command.reads_stdin || !command.openmp || !compiles(command))
    return {};
  Words words = withoutOpenMP(command, "", Simd::Kept).original;
  auto simd = std::ranges::find(words, only_simd);
  if (simd == words.end())
    return {};
  words.insert(simd, "-fsyntax-only");
  return words;
}

} // namespace tare
