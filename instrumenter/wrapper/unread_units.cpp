// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/unread_units.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/modules.h"
#include "instrumenter/wrapper/source_scan.h"

#include <algorithm>

namespace tare {

namespace {

constexpr const char *with_module = "it is compiled in one command with a module";
constexpr const char *is_syntax_tree = "only the compiler reads its syntax tree";

bool isTree(const Argument &argument) {
  return argument.role == Role::input && argument.language == Language::none &&
         (endsWith(argument.value, ".pcm") || endsWith(argument.value, ".ast"));
}

const char *reasonOf(const Argument &tree) {
  return endsWith(tree.value, ".pcm") ? is_module : is_syntax_tree;
}

bool keepsTree(const CompileCommand &command) {
  return command.hasOption("--precompile") || command.hasOption("-emit-ast");
}

/// The object of one input; empty: the command makes none.
std::string objectOf(const CompileCommand &command, const std::string &source) {
  if (command.mode != Mode::object)
    return {};
  std::string name = baseName(source);
  return command.output.empty() ? name.substr(0, name.rfind('.')) + ".o" : command.output;
}

/// Of Fortran, CUDA and the like: `!$omp` or `#pragma omp`, in letters of any case.
bool hasDirectives(const std::string &source) {
  if (isReadOnce(source))
    return false;
  Result<std::string> text = readFile(source);
  if (!text.ok())
    return false;
  for (std::string_view begin : {"$omp ", "$OMP ", "$Omp ", "pragma omp "})
    if (text.value().find(begin) != std::string::npos)
      return true;
  return false;
}

UnreadUnit unread(const CompileCommand &command, const Unit &unit, const char *reason) {
  return {unit.source, reason, objectOf(command, unit.source), false, unit.language};
}

} // namespace

std::vector<UnreadUnit> unitsWithModules(const Compilation &compilation) {
  const CompileCommand &command = compilation.command;
  const Modules modules = modulesOf(command);
  std::vector<UnreadUnit> units;
  bool any_module = false;
  for (const Unit &unit : compilation.units) {
    bool here = isModule(unit, modules);
    any_module |= here;
    if (mayHoldConstructs(command, unit))
      units.push_back(unread(command, unit, here ? is_module : with_module));
  }
  return any_module ? units : std::vector<UnreadUnit>();
}

std::vector<UnreadUnit> unitsWithTrees(const CompileCommand &command) {
  std::vector<UnreadUnit> units;
  for (const Argument &argument : command.arguments)
    if (isTree(argument) && (command.mode == Mode::object || command.openmp))
      units.push_back(
          {argument.value, reasonOf(argument), objectOf(command, argument.value), true});
  bool keeps = command.mode == Mode::query && command.openmp && keepsTree(command);
  bool links = command.mode == Mode::link && !units.empty();
  if (keeps || links)
    for (const Unit &unit : makeCompilation(command).units)
      if (mayReachOpenmp(command, unit.source))
        units.push_back(unread(command, unit,
                               command.hasOption("-emit-ast") ? is_syntax_tree
                               : keeps                        ? is_module
                                                              : with_module));
  return units;
}

std::vector<UnreadUnit> unitsWithOpenmp(const CompileCommand &command, const std::string &reason) {
  std::vector<UnreadUnit> units;
  for (const Argument &argument : command.arguments) {
    bool has_openmp = argument.language == Language::other
                          ? hasDirectives(argument.value)
                          : argument.isSource() && mayReachOpenmp(command, argument.value);
    if (has_openmp)
      units.push_back({argument.value, reason, "", false, argument.language});
  }
  return units;
}

bool callsOpenmp(const std::string &object) {
  Result<std::string> bytes = readFile(object);
  return bytes.ok() && (bytes.value().find("__kmpc_") != std::string::npos ||
                        bytes.value().find("GOMP_") != std::string::npos);
}

} // namespace tare
