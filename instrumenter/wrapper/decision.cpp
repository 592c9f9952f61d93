// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/decision.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

Decision leave(std::string reason) { return {false, std::move(reason)}; }

bool isProbeFolder(const std::string &path) {
  // CMake, Meson, SCons, waf
  for (const char *part : {"/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp", "/meson-private/",
                           "/.sconf_temp/", "/.conf_check_"})
    if (path.find(part) != std::string::npos)
      return true;
  return false;
}

bool isProbe(const std::string &source, const std::string &folder) {
  return startsWith(baseName(source), "conftest.") || isProbeFolder(folder + "/") ||
         isProbeFolder(absolutePath(source));
}

Decision decideMode(Mode mode) {
  if (mode == Mode::query)
    return leave("a query, nothing is compiled");
  if (mode == Mode::preprocess)
    return leave("preprocessing only (-E)");
  if (mode == Mode::dependencies)
    return leave("dependencies only (-M)");
  return {true, ""};
}

/// Cuts the first word off.
std::string_view takeWord(std::string_view &text) {
  size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  size_t end = std::min(text.find_first_of(" \t\r(", begin), text.size());
  std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

/// A directive that declares something and executes nothing. clang's own omp.h has some, and it
/// is no reason to parse every unit that includes it.
bool isDeclaration(std::string_view directive) {
  std::string_view word = takeWord(directive);
  if (word == "begin" || word == "end")
    word = takeWord(directive);
  return word == "declare" || word == "threadprivate" || word == "requires";
}

bool endsWithWord(std::string_view text, std::string_view word) {
  return endsWith(text, word) &&
         (text.size() == word.size() || !isWordCharacter(text[text.size() - word.size() - 1]));
}

/// What stands behind the next `omp::` or `using omp:`, however they are spaced, which begin an
/// attribute; `text` is left behind it. Empty: none.
std::string_view takeAttribute(std::string_view &text) {
  constexpr std::string_view name = "omp";
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::string_view before = text.substr(0, at), rest = trimText(text.substr(at + name.size()));
    bool scoped = startsWith(rest, "::");
    if (!endsWithWord(text.substr(0, at + name.size()), name) ||
        !(scoped || (startsWith(rest, ":") && endsWithWord(trimText(before), "using"))))
      continue;
    text.remove_prefix(at + name.size());
    return trimText(rest.substr(scoped ? 2 : 1));
  }
  return {};
}

bool hasDirectiveAttribute(std::string_view line) {
  for (std::string_view rest = takeAttribute(line); !rest.empty(); rest = takeAttribute(line))
    if (startsWith(rest, "directive") || startsWith(rest, "sequence"))
      return true;
  return false;
}

/// A response file stays an argument where it could not be read.
bool hasUnreadWords(const CompileCommand &command) {
  return std::ranges::any_of(command.arguments, [](const Argument &argument) {
    return argument.role == Role::input && startsWith(argument.value, "@");
  });
}

/// The first input that can be instrumented decides; else the reason names what was found.
Decision decideInputs(const CompileCommand &command, const Surroundings &surroundings) {
  Decision decision = leave("no source to compile");
  for (const Argument &argument : command.arguments) {
    if (argument.role != Role::input)
      continue;
    if (isProbe(argument.value, surroundings.folder))
      return leave("a configure probe");
    if (argument.language == Language::c || argument.language == Language::cxx)
      decision = {true, ""};
    else if (argument.language == Language::header)
      return leave("a header is precompiled");
    else if (decision.instrument)
      continue;
    else if (argument.language == Language::assembler)
      decision = leave("assembler source");
    else if (argument.language == Language::other)
      decision = leave("neither C nor C++");
  }
  return decision;
}

} // namespace

bool isConfigureProbe(const CompileCommand &command, const Surroundings &surroundings) {
  return std::ranges::any_of(command.arguments, [&](const Argument &argument) {
    return argument.role == Role::input && isProbe(argument.value, surroundings.folder);
  });
}

Decision decide(const CompileCommand &command, const Surroundings &surroundings) {
  if (surroundings.switched_off)
    return leave("TARE_WRAPPER=off");
  Decision mode = decideMode(command.mode);
  if (!mode.instrument)
    return mode;
  if (hasUnreadWords(command)) // -fopenmp may be one of them
    return leave("a response file that cannot be read");
  if (!command.openmp && !command.serial_program)
    return leave("no -fopenmp");
  if (command.offload)
    return leave("offloading to devices");
  if (command.hasOption("-fpreprocessed") || command.hasOption("-fdirectives-only"))
    return leave("how the text is preprocessed is said by the command (-fpreprocessed)");
  if (command.mode != Mode::link && !command.output.empty() && command.inputs() > 1)
    return leave("several inputs and one output");
  return decideInputs(command, surroundings);
}

Decision decideKind(const CompileCommand &command, CompilerKind kind) {
  if (kind == CompilerKind::unknown)
    return leave("not gcc or clang");
  if (kind == CompilerKind::gcc && command.hasOption("--"))
    return leave("gcc does not know --");
  if (kind == CompilerKind::clang && command.openmp_library == "libgomp")
    return leave("clang generates no OpenMP code with -fopenmp=libgomp");
  return {true, ""};
}

bool isInstrumented(std::string_view text) {
  return text.find("\n# 1 \"<tare>\" 3\n") != std::string_view::npos;
}

bool mayContainOpenmp(std::string_view text) {
  constexpr std::string_view pragma = "pragma";
  for (size_t at = text.find(pragma); at != std::string_view::npos; at = text.find(pragma, at)) {
    at += pragma.size();
    std::string_view rest = text.substr(at, text.find('\n', at) - at);
    if (takeWord(rest) == "omp" && !isDeclaration(rest))
      return true;
  }
  return callsLockRoutine(text) || !takeAttribute(text).empty();
}

bool mayDefineMain(std::string_view text) {
  constexpr std::string_view name = "main";
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    size_t next = text.find_first_not_of(" \t\r\n", end);
    std::string_view before = trimText(text.substr(0, at));
    bool is_member = endsWith(before, ".") || endsWith(before, "->") || endsWith(before, "::");
    if (!is_member && endsWithWord(text.substr(0, end), name) && next != std::string_view::npos &&
        text[next] == '(')
      return true;
  }
  return false;
}

std::vector<std::string> directivesIn(std::string_view text) {
  constexpr std::string_view pragma = "pragma";
  std::vector<std::string> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = trimText(text.substr(at, end - at));
    at = end + 1;
    size_t word = line.find(pragma);
    std::string_view rest = word == std::string_view::npos ? "" : line.substr(word + pragma.size());
    bool directive = takeWord(rest) == "omp" && !isDeclaration(rest);
    if (directive || hasDirectiveAttribute(line))
      found.emplace_back(directive ? rest : line);
  }
  return found;
}

bool callsLockRoutine(std::string_view text) {
  constexpr std::string_view prefix = "omp_";
  for (size_t at = text.find(prefix); at != std::string_view::npos;
       at = text.find(prefix, at + 1)) {
    std::string_view rest = text.substr(at + prefix.size());
    bool locks = false;
    for (std::string_view verb : {"set_", "unset_", "test_"})
      locks |= startsWith(rest, std::string(verb) + "lock") ||
               startsWith(rest, std::string(verb) + "nest_lock");
    std::string_view line = text.substr(0, at);
    line.remove_prefix(line.rfind('\n') + 1); // npos + 1 is 0
    if (locks && !startsWith(trimText(line), "extern"))
      return true;
  }
  return false;
}

} // namespace tare
