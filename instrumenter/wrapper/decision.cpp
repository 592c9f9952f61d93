// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/decision.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

Decision leave(std::string reason) { return {false, std::move(reason)}; }

Decision lose(std::string reason) { return {false, std::move(reason), true}; }

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

/// A response file stays an argument where it could not be read.
bool hasUnreadWords(const CompileCommand &command) {
  return std::ranges::any_of(command.arguments, [](const Argument &argument) {
    return argument.role == Role::input && startsWith(argument.value, "@");
  });
}

/// One source of C or C++ is enough. Else the reason names the kind of input that was found.
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
      decision = lose("neither C nor C++");
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
  if (!command.openmp && !command.serial_program && command.kernels.empty())
    return leave("no -fopenmp");
  if (command.offload)
    return lose("offloading to devices");
  if (command.hasOption("-fpreprocessed") || command.hasOption("-fdirectives-only"))
    return lose("how the text is preprocessed is said by the command (-fpreprocessed)");
  if (command.mode != Mode::link && !command.output.empty() && command.inputs() > 1)
    return leave("several inputs and one output");
  return decideInputs(command, surroundings);
}

Decision decideKind(const CompileCommand &command, CompilerKind kind) {
  if (kind == CompilerKind::unknown)
    return lose("not gcc or clang");
  if (kind == CompilerKind::gcc && command.hasOption("--"))
    return leave("gcc does not know --");
  if (kind == CompilerKind::clang && command.openmp_library == "libgomp")
    return leave("clang generates no OpenMP code with -fopenmp=libgomp");
  return {true, ""};
}

} // namespace tare
