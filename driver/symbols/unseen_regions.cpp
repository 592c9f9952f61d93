// SPDX-License-Identifier: Apache-2.0
#include "driver/symbols/unseen_regions.h"

#include "base/elf.h"
#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/symbols/symbol_names.h"

#include <array>
#include <cstring>
#include <set>
#include <string_view>

namespace tare {
namespace {

using Names = std::set<std::string>;

/// clang makes a function of a target construct's body, too:
/// __omp_offloading_DEVICE_FILE_solve_l12 of that in line 12 of solve.
std::string withoutTarget(const std::string &symbol) {
  constexpr std::string_view mark = "__omp_offloading_";
  if (!startsWith(symbol, std::string(mark)))
    return symbol;
  size_t device = symbol.find('_', mark.size());
  size_t file = device == std::string::npos ? device : symbol.find('_', device + 1);
  size_t line = symbol.rfind("_l");
  return file == std::string::npos || line <= file ? symbol
                                                   : symbol.substr(file + 1, line - file - 1);
}

/// The function around a region, of the symbol of the region's body; "": another symbol. GCC writes
/// solve._omp_fn.0, clang solve.omp_outlined (before 17 .omp_outlined..1, which names nobody).
std::string functionAround(const std::string &symbol) {
  for (std::string_view mark : {"._omp_fn.", ".omp_outlined"})
    if (size_t at = symbol.find(mark); at != std::string::npos && at > 0)
      return functionOf(withoutTarget(symbol.substr(0, at)));
  return "";
}

bool forksRegions(const std::string &symbol) {
  return startsWith(symbol, "GOMP_parallel") || startsWith(symbol, "__kmpc_fork_call");
}

/// The symbols of a file.
struct Symbols {
  bool local = false;  // functions that it does not export are among them
  bool forks = false;  // it calls an OpenMP runtime to fork
  bool probed = false; // it calls ours
  Names functions;     // with regions
};

Symbols symbolsOf(const std::string &path) {
  Symbols symbols;
  Result<ElfFile> file = ElfFile::open(path);
  if (!file.ok())
    return symbols;
  file.value().eachSymbol([&](const ElfSymbol &symbol) {
    symbols.local |= !symbol.is_exported;
    if (!symbol.is_defined) {
      symbols.forks |= forksRegions(symbol.name);
      symbols.probed |= startsWith(symbol.name, "tare_");
    } else if (symbol.is_function && std::strstr(symbol.name, "omp_"))
      if (std::string function = functionAround(symbol.name); !function.empty())
        symbols.functions.insert(function);
  });
  return symbols;
}

Names programsOf(const Experiment &experiment) {
  Names programs;
  for (const Repetition &repetition : experiment.repetitions) {
    const Profile &profile = *repetition.instrumented.profile;
    if (std::string path = findProgram(profile.program); !path.empty())
      programs.insert(realPath(path));
    for (const std::string &object : profile.objects)
      programs.insert(realPath(object));
  }
  return programs;
}

/// Constructs of one function are in its unit's node table, whatever became of them.
Names knownFunctions(const Experiment &experiment) {
  Names known;
  for (const Repetition &repetition : experiment.repetitions)
    for (const ProfileModule &module : repetition.instrumented.profile->modules)
      for (const Node &node : module.tree.nodes)
        if (isOpenMP(node.kind))
          known.insert(comparable(node.id.function));
  return known;
}

/// Whose regions are the runtime's own business, not the program's.
bool isRuntime(const std::string &path) {
  constexpr std::array<std::string_view, 4> runtimes = {"libgomp.so", "libomp.so", "libiomp5.so",
                                                        "libtare-"};
  std::string name = baseName(path);
  for (std::string_view runtime : runtimes)
    if (startsWith(name, std::string(runtime)))
      return true;
  return false;
}

/// What the dynamic linker would load for a program, without running it.
Names librariesOf(const std::string &program) {
  Names libraries;
  Result<ElfFile> file = ElfFile::open(program);
  if (!file.ok() || !file.value().hasInterpreter()) // a static program would run
    return libraries;
  Command command;
  command.argv = {program};
  command.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};
  command.timeout_s = 10;
  Result<Captured> listed = runAndCapture(command);
  if (!listed.ok())
    return libraries;
  for (const std::string &line : splitText(listed.value().output, '\n')) {
    size_t arrow = line.find("=> /"), end = line.rfind(" (");
    if (arrow == std::string::npos || end == std::string::npos || end < arrow)
      continue;
    std::string path = realPath(line.substr(arrow + 3, end - arrow - 3));
    if (!isRuntime(path))
      libraries.insert(path);
  }
  return libraries;
}

} // namespace

std::vector<UnseenRegions> unseenRegions(const Experiment &experiment) {
  std::vector<UnseenRegions> unseen;
  Names known = knownFunctions(experiment);
  Names programs = programsOf(experiment), objects = programs;
  for (const std::string &program : programs)
    objects.merge(librariesOf(program));
  for (const std::string &object : objects) {
    Symbols symbols = symbolsOf(object);
    UnseenRegions found{baseName(object), {}};
    Names functions; // one for all instances of a template
    for (const std::string &function : symbols.functions)
      if (!known.count(comparable(function)))
        functions.insert(withoutTemplateArguments(function));
    found.functions.assign(functions.begin(), functions.end());
    bool mute = !symbols.local && symbols.forks && !symbols.probed;
    if (!found.functions.empty() || mute)
      unseen.push_back(std::move(found));
  }
  return unseen;
}

} // namespace tare
