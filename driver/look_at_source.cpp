// SPDX-License-Identifier: Apache-2.0
#include "driver/look_at_source.h"

#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/source_root.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/wrapper/compiler_kind.h"

namespace tare {

namespace {

/// Flags that the parse needs; the compiler alone understands the others.
std::vector<std::string> parseFlags(const std::vector<std::string> &flags) {
  std::vector<std::string> kept;
  for (const std::string &flag : flags)
    if (startsWith(flag, "-std=") || startsWith(flag, "-m"))
      kept.push_back(flag);
  return kept;
}

std::string compilerKind(const std::string &compiler) {
  CompilerKind kind = kindOfName(compiler);
  if (kind == CompilerKind::unknown)
    kind = kindOfProgram(compiler);
  return kind == CompilerKind::gcc ? "gcc" : "clang";
}

Result<void> runStep(const std::vector<std::string> &argv, const std::string &problem,
                     const std::string &source) {
  Command command;
  command.argv = argv;
  Result<Outcome> outcome = SystemProcessRunner().run(command);
  if (!outcome.ok())
    return outcome.error();
  if (outcome.value().exit_status != 0)
    return Error{problem, source, "flags for the compiler go after --"};
  return {};
}

} // namespace

Result<std::string> lookAtSource(const std::string &source, const std::string &wish,
                                 const std::vector<std::string> &more_flags, SourceView view,
                                 const std::string &plan) {
  Result<ChosenCompiler> compiler = chooseCompiler(wish);
  if (!compiler.ok())
    return compiler.error();
  Result<std::string> made = makeTemporaryFolder("tare-look-");
  if (!made.ok())
    return made.error();
  TemporaryFolder folder(made.value());
  bool cplusplus = isCxxSource(source);
  std::vector<std::string> argv = compiler.value().words, flags = compiler.value().flags;
  flags.insert(flags.end(), more_flags.begin(), more_flags.end());
  if (cplusplus)
    argv.back() = cxxDriverOf(argv.back());
  std::string kind = compilerKind(argv.back());
  std::string text = folder.path() + (cplusplus ? "/unit.ii" : "/unit.i");
  std::string result = folder.path() + "/result";
  argv.insert(argv.end(), flags.begin(), flags.end());
  argv.insert(argv.end(), {"-fopenmp", "-E", source, "-o", text});
  if (auto done = runStep(argv, "it cannot be preprocessed", source); !done.ok())
    return done.error();
  argv = {installPrefix() + "/libexec/tare/tare-instrument",
          "--input",
          text,
          "--language",
          cplusplus ? "c++" : "c",
          "--compiler",
          kind,
          "--unit",
          source,
          "--root",
          sourceRoot(source),
          "--reduced",
          view == SourceView::tree ? "--tree" : "--output",
          result};
  if (!plan.empty())
    argv.insert(argv.end(), {"--plan", plan});
  argv.push_back("--");
  for (const std::string &flag : parseFlags(flags))
    argv.push_back(flag);
  if (auto done = runStep(argv, "it cannot be instrumented", source); !done.ok())
    return done.error();
  return readFile(result);
}

Result<std::vector<NodeTree>> treesOfSources(const std::vector<std::string> &sources,
                                             const std::string &compiler,
                                             const std::vector<std::string> &flags) {
  std::vector<NodeTree> trees;
  for (const std::string &source : sources) {
    Result<std::string> table = lookAtSource(source, compiler, flags, SourceView::tree);
    if (!table.ok())
      return table.error();
    Result<NodeTree> tree = readNodeTable(table.value());
    if (!tree.ok())
      return tree.error();
    trees.push_back(std::move(tree).value());
  }
  return trees;
}

std::vector<std::string> asSerial(std::vector<std::string> flags) {
  flags.push_back("-U_OPENMP");
  return flags;
}

} // namespace tare
