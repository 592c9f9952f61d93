// SPDX-License-Identifier: Apache-2.0
#include "driver/look_at_source.h"

#include "base/files.h"
#include "base/lists.h"
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

/// "gcc" or "clang", as tare-instrument wants it.
std::string compilerKind(const std::string &compiler) {
  CompilerKind kind = kindOfName(compiler);
  if (kind == CompilerKind::unknown)
    kind = kindOfProgram(compiler);
  return kind == CompilerKind::gcc ? "gcc" : "clang";
}

/// Error: the command fails; `problem` says what that means for the source.
Result<void> runStep(const std::vector<std::string> &argv, const std::string &problem,
                     const std::string &source) {
  Command command;
  command.argv = argv;
  TARE_TRY(Outcome outcome, SystemProcessRunner().run(command));
  if (outcome.exit_status != 0)
    return Error{problem, source, "flags for the compiler go after --"};
  return {};
}

const char *optionOf(SourceView view) {
  return view == SourceView::tree   ? "--tree"
         : view == SourceView::text ? "--output"
                                    : "--operations";
}

} // namespace

Result<std::string> lookAtSource(const std::string &source, const std::string &wish,
                                 const std::vector<std::string> &more_flags, SourceView view,
                                 const std::string &plan) {
  TARE_TRY(ChosenCompiler compiler, chooseCompiler(wish));
  TARE_TRY(std::string made, makeTemporaryFolder("tare-look-"));
  TemporaryFolder folder(made);
  bool cplusplus = isCxxSource(source);
  std::vector<std::string> argv = compiler.words, flags = compiler.flags;
  append(flags, more_flags);
  if (cplusplus)
    argv.back() = cxxDriverOf(argv.back());
  std::string kind = compilerKind(argv.back());
  std::string text = folder.path() + (cplusplus ? "/unit.ii" : "/unit.i");
  std::string result = folder.path() + "/result";
  append(argv, flags);
  append(argv, {"-fopenmp", "-E", source, "-o", text});
  if (view == SourceView::operations)
    argv.push_back("-dD"); // names of macros
  TARE_DO(runStep(argv, "it cannot be preprocessed", source));
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
          optionOf(view),
          result};
  if (!plan.empty())
    append(argv, {"--plan", plan});
  argv.push_back("--");
  append(argv, parseFlags(flags));
  TARE_DO(runStep(argv, "it cannot be instrumented", source));
  return readFile(result);
}

Result<std::vector<NodeTree>> treesOfSources(const std::vector<std::string> &sources,
                                             const std::string &compiler,
                                             const std::vector<std::string> &flags) {
  std::vector<NodeTree> trees;
  for (const std::string &source : sources) {
    TARE_TRY(std::string table, lookAtSource(source, compiler, flags, SourceView::tree));
    TARE_TRY(NodeTree tree, readNodeTable(table));
    trees.push_back(std::move(tree));
  }
  return trees;
}

std::vector<std::string> asSerial(std::vector<std::string> flags) {
  flags.push_back("-U_OPENMP");
  return flags;
}

} // namespace tare
