// SPDX-License-Identifier: Apache-2.0
#include "driver/reading_options.h"

#include "base/text.h"

#include <algorithm>
#include <string_view>

namespace tare {
namespace {

/// Macros, and folders in which headers are looked for.
constexpr std::string_view of_preprocessor[] = {
    "-D",        "-U",           "-I",         "-isystem",          "-isystem-after",
    "-iquote",   "-idirafter",   "-iprefix",   "-iwithprefix",      "-iwithprefixbefore",
    "-nostdinc", "-cxx-isystem", "-c-isystem", "-stdlib++-isystem", "-undef",
    "-trigraphs"};

/// Files that are read as if the source included them, and where all headers are.
constexpr std::string_view of_user[] = {"-include", "-imacros", "-isysroot", "--sysroot",
                                        "-iwithsysroot"};

constexpr std::string_view exact[] = {"-ansi", "-pthread", "-pthreads"};
constexpr std::string_view beginnings[] = {"-std=",
                                           "--std=",
                                           "-O",
                                           "-stdlib=",
                                           "-target",
                                           "--target",
                                           "-fopenmp-version=",
                                           "-fsanitize=",
                                           "-fno-sanitize=",
                                           "-ffp-contract="};

/// -fNAME and -fno-NAME define macros, or decide what is a keyword or a type.
constexpr std::string_view features[] = {"PIC",
                                         "PIE",
                                         "aligned-new",
                                         "aligned-allocation",
                                         "asm",
                                         "associative-math",
                                         "builtin",
                                         "cf-protection",
                                         "char8_t",
                                         "concepts",
                                         "coroutines",
                                         "cx-limited-range",
                                         "exceptions",
                                         "fast-math",
                                         "finite-math-only",
                                         "freestanding",
                                         "gnu-keywords",
                                         "gnu89-inline",
                                         "hosted",
                                         "math-errno",
                                         "ms-extensions",
                                         "openmp-simd",
                                         "operator-names",
                                         "permissive",
                                         "pic",
                                         "pie",
                                         "reciprocal-math",
                                         "rounding-math",
                                         "rtti",
                                         "short-enums",
                                         "short-wchar",
                                         "signed-char",
                                         "signed-zeros",
                                         "sized-deallocation",
                                         "stack-protector",
                                         "stack-protector-all",
                                         "stack-protector-strong",
                                         "threadsafe-statics",
                                         "trapping-math",
                                         "unsafe-math-optimizations",
                                         "unsigned-char",
                                         "wrapv"};

template <class List> bool has(const List &list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

bool isFeature(std::string_view word) {
  if (!startsWith(word, "-f"))
    return false;
  word.remove_prefix(startsWith(word, "-fno-") ? 5 : 2);
  return has(features, word);
}

/// -march=native, -mavx2; -mllvm has an option of the code generator behind it.
bool isMachine(const Argument &argument) {
  return startsWith(argument.name, "-m") && !startsWith(argument.name, "-mllvm") &&
         !startsWith(argument.name, "-mmlir") && argument.words.size() == 1 &&
         argument.words[0].find('/') == std::string::npos;
}

bool shapesText(const Argument &argument, CommandOrigin origin) {
  const std::string &name = argument.name;
  auto names_list = [](const std::string &word) { return startsWith(word, "@"); };
  if (argument.role == Role::input || std::ranges::any_of(argument.words, names_list))
    return false;
  if (origin == CommandOrigin::User && (has(of_user, name) || startsWith(name, "--sysroot=")))
    return true;
  if (argument.role == Role::preprocessor)
    return has(of_preprocessor, name);
  if (argument.role != Role::general)
    return false;
  return has(exact, name) || isFeature(name) || isMachine(argument) ||
         std::ranges::any_of(beginnings,
                             [&](std::string_view begin) { return startsWith(name, begin); });
}

} // namespace

std::vector<std::string> readingOptions(const CompileCommand &command, CommandOrigin origin) {
  std::vector<std::string> words;
  for (const Argument &argument : command.arguments)
    if (shapesText(argument, origin))
      append(words, argument.words);
  return words;
}

} // namespace tare
