// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/compilation.h"

#include "base/files.h"
#include "base/text.h"

namespace tare {

namespace {

/// The name of a source without its folder and its suffix.
std::string stemOf(const std::string &path) {
  std::string name = baseName(path);
  size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string withSuffix(const std::string &path, const std::string &suffix) {
  size_t slash = path.rfind('/');
  size_t dot = path.rfind('.');
  bool has_suffix = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return (has_suffix ? path.substr(0, dot) : path) + suffix;
}

std::string outputOf(const CompileCommand &command, const std::string &source) {
  if (!command.output.empty())
    return command.output;
  bool is_assembly = command.mode == Mode::assembly;
  if (command.hasOption("-emit-llvm"))
    return stemOf(source) + (is_assembly ? ".ll" : ".bc");
  return stemOf(source) + (is_assembly ? ".s" : ".o");
}

bool keepsTexts(const CompileCommand &command) {
  return command.hasOptionLike({"-save-temps", "--save-temps"});
}

/// Does the compiler leave files that are named after the object?
bool leavesSideFiles(const CompileCommand &command) {
  return keepsTexts(command) ||
         command.hasOptionLike({"--coverage", "-coverage", "-fprofile-", "-ftest-coverage",
                                "-gsplit-dwarf", "-fstack-usage", "-fcallgraph-info", "-fdump-",
                                "-ftime-trace", "-fsave-optimization-record"});
}

std::string objectOfLink(const CompileCommand &command, const std::string &source) {
  return (command.output.empty() ? "a" : command.output) + "-" + stemOf(source) + ".o";
}

/// The beginning of the names of all files that gcc leaves on the way to a program: "out/p-" for
/// out/p, but only "out/" if the program has the name of its one source.
std::string programPrefix(const CompileCommand &command, const std::string &source) {
  bool named = !command.output.empty() && command.output != "/dev/null";
  std::string base = named ? command.output : "a.out";
  if (endsWith(base, ".out") || endsWith(base, ".exe"))
    base.resize(base.size() - 4);
  size_t name = base.rfind('/') + 1; // npos + 1 is 0
  bool shared_name = command.inputs() == 1 && base.substr(name) == stemOf(source);
  return shared_name ? base.substr(0, name) : base + "-";
}

std::string dependencyFile(const Compilation &compilation, const Unit &unit) {
  if (!compilation.command.output.empty())
    return withSuffix(compilation.command.output, ".d");
  // gcc names the files on the way to a program after the program.
  bool after_program = compilation.links() && compilation.kind == CompilerKind::gcc;
  return (after_program ? "a-" : "") + stemOf(unit.source) + ".d";
}

} // namespace

Compilation makeCompilation(const CompileCommand &command, CompilerKind kind,
                            const std::string &folder) {
  Compilation compilation{command, {}, kind};
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Argument &argument = command.arguments[i];
    if (!argument.isSource())
      continue;
    Unit unit{i, argument.value, argument.language, argument.preprocessed, {}, {}, {}};
    if (!compilation.links())
      unit.output = outputOf(command, unit.source);
    else if (leavesSideFiles(command))
      unit.output = objectOfLink(command, unit.source);
    else
      unit.output = folder + "/" + std::to_string(compilation.units.size()) + "-" +
                    stemOf(unit.source) + ".o";
    compilation.units.push_back(std::move(unit));
  }
  return compilation;
}

Words dependencyWords(const Compilation &compilation, const Unit &unit) {
  const CompileCommand &command = compilation.command;
  bool writes = command.hasOption("-MD") || command.hasOption("-MMD");
  bool by_preprocessor = command.hasOption("-Wp,"); // -Wp,-MD,file: clang's driver reads it too
  if (!writes && !(by_preprocessor && compilation.kind == CompilerKind::clang))
    return {};
  Words words;
  if (writes && !command.hasOption("-MF"))
    words = {"-MF", dependencyFile(compilation, unit)};
  if (!command.hasOption("-MT") && !command.hasOption("-MQ"))
    append(words, {"-MQ", command.output.empty() ? stemOf(unit.source) + ".o" : command.output});
  return words;
}

namespace {

/// gcc sees only one step of the whole command.
Words gccSideNames(const Compilation &compilation, const Unit &unit) {
  const CompileCommand &command = compilation.command;
  std::string stem = stemOf(compilation.links() ? unit.source : unit.output);
  std::string name = baseName(unit.source);
  Words words;
  if (compilation.links())
    words = {"-dumpdir", programPrefix(command, unit.source)};
  if (command.hasOptionLike({"-fdump-"}) && stemOf(name) != name) {
    std::string suffix = name.substr(name.rfind('.'));
    append(words, {"-dumpbase", stem + suffix, "-dumpbase-ext", suffix});
  } else if (compilation.links()) {
    append(words, {"-dumpbase", stem});
  }
  return words;
}

/// clang names the files after the object, or after this prefix and the source.
Words clangSideNames(const Compilation &compilation, const Unit &unit) {
  const CompileCommand &command = compilation.command;
  if (!compilation.links() || unit.output == objectOfLink(command, unit.source))
    return {};
  return {"-dumpdir", (command.output.empty() ? "a" : command.output) + "-"};
}

} // namespace

Words sideNames(const Compilation &compilation, const Unit &unit) {
  const CompileCommand &command = compilation.command;
  if (!leavesSideFiles(command) || keepsTexts(command) ||
      command.hasOptionLike({"-dumpdir", "-dumpbase"}))
    return {};
  return compilation.kind == CompilerKind::gcc     ? gccSideNames(compilation, unit)
         : compilation.kind == CompilerKind::clang ? clangSideNames(compilation, unit)
                                                   : Words();
}

std::string keptText(const Compilation &compilation, const Unit &unit) {
  if (!keepsTexts(compilation.command) || unit.preprocessed)
    return "";
  bool beside_object = compilation.command.hasOption("-save-temps=obj") ||
                       compilation.command.hasOption("--save-temps=obj");
  // gcc names it after the object, clang after the source
  std::string name = stemOf(compilation.kind == CompilerKind::gcc ? unit.output : unit.source) +
                     (unit.language == Language::cxx ? ".ii" : ".i");
  return beside_object ? folderOf(unit.output) + "/" + name : name;
}

} // namespace tare
