// SPDX-License-Identifier: Apache-2.0
#include "driver/unit_table.h"

#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/wrapper/steps.h"
#include "instrumenter/wrapper/text_search.h"
#include "instrumenter/wrapper/without_openmp.h"

#include <algorithm>

namespace tare {
namespace {

/// The command of the unit as `tare cc` gets it.
CompileCommand commandOf(const UnitReading &unit, const std::string &parallel) {
  std::vector<std::string> words = unit.compiler;
  append(words, unit.options);
  if (unit.openmp)
    words.emplace_back("-fopenmp");
  append(words, {"-w", "-c", unit.source});
  CompileCommand command = parseCompileCommand(words);
  if (unit.of_serial_program && parallel.empty()) // one source: its directives do nothing
    command = withoutOpenMP(std::move(command), "", Simd::Dropped);
  command.serial_program = unit.of_serial_program;
  command.parallel = parallel;
  command.plan = unit.plan;
  return command;
}

class UnitReader {
public:
  UnitReader(const UnitReading &unit, const std::string &place) : unit_(unit), place_(place) {}

  Result<NodeTree> table() {
    TARE_TRY(std::string parallel, keepParallel());
    Compilation compilation = makeCompilation(commandOf(unit_, parallel), unit_.kind, place_);
    if (compilation.units.size() != 1)
      return Error{"this is no source of C or C++", unit_.source, "name a source in C or C++"};
    Unit &unit = compilation.units.front();
    std::string text = place_ + "/unit.ii", table = place_ + "/table";
    TARE_DO(run(preprocessStep(compilation, unit, text), "it cannot be preprocessed"));
    TARE_DO(run(warningStep(compilation, unit), "it does not compile")); // and Clang would guess
    TARE_DO(readConstructs(compilation, unit, text));
    std::vector<std::string> instrument =
        instrumentStep(compilation, unit, companions(), text, table, unit_.fallback);
    std::ranges::replace(instrument, std::string("--output"), std::string("--table"));
    TARE_DO(run(instrument, "its constructs cannot be read"));
    TARE_TRY(std::string read, readFile(table));
    return readNodeTable(read);
  }

private:
  Companions companions() const {
    Companions companions;
    companions.instrumenter = installPrefix() + "/libexec/tare/tare-instrument";
    companions.root = unit_.root;
    return companions;
  }

  /// The tables as files, separated by commas.
  Result<std::string> keepParallel() const {
    std::vector<std::string> files;
    for (const NodeTree &tree : unit_.parallel) {
      files.push_back(place_ + "/parallel-" + std::to_string(files.size()));
      TARE_DO(writeFileAtomic(files.back(), writeNodeTable(tree), 0600));
    }
    return joinText(files, ",");
  }

  /// As `tare cc` does: the directives between `#ifdef _OPENMP` and `#endif`.
  Result<void> readConstructs(const Compilation &compilation, Unit &unit,
                              const std::string &text) const {
    const CompileCommand &command = compilation.command;
    if (!command.serial_program || command.openmp || !command.parallel.empty())
      return {};
    std::string constructs = place_ + "/constructs.ii";
    if (!run(constructsStep(compilation, unit, constructs), "").ok())
      return {};
    TARE_TRY(std::string with, readFile(constructs));
    TARE_TRY(std::string without, readFile(text));
    if (directivesIn(with) != directivesIn(without))
      unit.constructs = constructs;
    return {};
  }

  Result<void> run(const std::vector<std::string> &argv, const std::string &problem) const {
    Command command;
    command.argv = argv;
    command.working_folder = unit_.folder;
    command.unset = {"TARE_ROLE", "TARE_PLAN"};
    Result<Outcome> outcome = SystemProcessRunner().run(command);
    if (!outcome.ok())
      return outcome.error();
    if (int signal = outcome.value().interrupted)
      return Error{"interrupted", {}, {}, signal};
    if (outcome.value().exit_status != 0)
      return Error{problem, unit_.source,
                   "how it is compiled is known from compile_commands.json in the sources' folder, "
                   "or by --cflags"};
    return {};
  }

  const UnitReading &unit_;
  const std::string &place_;
};

} // namespace

Result<NodeTree> tableOfUnit(const UnitReading &unit, const std::string &place) {
  return UnitReader(unit, place).table();
}

} // namespace tare
