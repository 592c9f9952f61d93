// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/loaded_mpi.h"

#include "base/elf.h"
#include "base/files.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <elf.h>
#include <set>

namespace tare {
namespace {

/// What a file has of MPI.
struct MpiSymbols {
  bool has_mpi = false;  // MPI_Init or MPI_Send is defined
  bool has_pmpi = false; // PMPI_Init is
  bool is_open_mpi = false;
  bool is_ours = false; // the library of messages
};

MpiSymbols symbolsOf(const std::string &path, bool only_exported) {
  MpiSymbols found;
  Result<ElfFile> file = ElfFile::open(path);
  if (!file.ok())
    return found;
  file.value().eachSymbol([&](const ElfSymbol &symbol) {
    if (!symbol.is_defined || (only_exported && !symbol.is_exported))
      return;
    std::string_view name = symbol.name;
    found.has_mpi |= name == "MPI_Init" || name == "MPI_Send";
    found.has_pmpi |= name == "PMPI_Init";
    found.is_open_mpi |= name == "ompi_mpi_comm_world";
    found.is_ours |= name == "tare_mpi_attach";
  });
  return found;
}

/// Libraries of C, C++ and the system are many, and large.
bool mayHoldMpi(const LoadedLibrary &library) {
  for (std::string_view other : {"libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "libgomp.so",
                                 "libomp", "libdl.so", "libpthread.so", "ld-linux"})
    if (startsWith(baseName(library.name), other))
      return false;
  return !library.file.empty();
}

std::string valueOf(const char *name, const std::map<std::string, std::string> &environment) {
  auto at = environment.find(name);
  return at == environment.end() ? environmentVariable(name) : at->second;
}

Error otherTool(const std::string &program, const std::string &tool, const std::string &how) {
  return Error{"another tool wraps the functions of MPI: " + tool + ", which is " + how, program,
               "MPI allows one such tool: leave that one out, and run again"};
}

/// MPI_Init defined by something that is no MPI: whoever calls it would not call the library of
/// messages, or not that tool.
Result<void> refuseOtherTools(const std::string &program, const LoadedMpi &mpi,
                              const std::vector<LoadedLibrary> &libraries,
                              const std::map<std::string, std::string> &environment) {
  if (symbolsOf(program, false).has_mpi)
    return otherTool(program, "the program itself defines MPI_Init or MPI_Send", "linked in");
  std::string preloaded = valueOf("LD_PRELOAD", environment);
  for (const LoadedLibrary &library : libraries) {
    if (!mayHoldMpi(library) || realPath(library.file) == mpi.file)
      continue;
    MpiSymbols symbols = symbolsOf(library.file, true);
    if (!symbols.has_mpi || symbols.has_pmpi || symbols.is_ours)
      continue;
    bool is_preloaded = preloaded.find(baseName(library.name)) != std::string::npos;
    return otherTool(program, library.file, is_preloaded ? "preloaded" : "linked to it");
  }
  return {};
}

/// Of MPI 4: functions that communicate.
bool isOfMpi4(std::string_view name) {
  static const std::set<std::string_view> others = {"MPI_Isendrecv",
                                                    "MPI_Isendrecv_replace",
                                                    "MPI_Psend_init",
                                                    "MPI_Precv_init",
                                                    "MPI_Pready",
                                                    "MPI_Pready_list",
                                                    "MPI_Pready_range",
                                                    "MPI_Parrived",
                                                    "MPI_Comm_create_from_group",
                                                    "MPI_Intercomm_create_from_groups",
                                                    "MPI_Comm_idup_with_info",
                                                    "MPI_Session_init"};
  static const std::set<std::string_view> persistent_messages = {
      "MPI_Send_init", "MPI_Bsend_init", "MPI_Ssend_init", "MPI_Rsend_init", "MPI_Recv_init"};
  if (!startsWith(name, "MPI_") || startsWith(name, "MPI_T_"))
    return false;
  bool is_persistent = endsWith(name, "_init") && !persistent_messages.contains(name);
  return others.contains(name) || is_persistent || endsWith(name, "_c");
}

} // namespace

std::string nameOf(MpiFamily family) { return family == MpiFamily::OpenMpi ? "Open MPI" : "MPICH"; }

std::vector<LoadedLibrary> librariesIn(std::string_view linkers_list) {
  std::vector<LoadedLibrary> libraries;
  for (const std::string &line : splitText(linkers_list, '\n')) {
    std::string text(trimText(line));
    size_t address = text.rfind(" (0x"), arrow = text.find(" => ");
    if (address == std::string::npos)
      continue;
    text.resize(address);
    LoadedLibrary library{text.substr(0, arrow), ""};
    if (arrow != std::string::npos && arrow + 4 < text.size())
      library.file = text.substr(arrow + 4);
    else if (startsWith(text, "/"))
      library.file = text;
    libraries.push_back(std::move(library));
  }
  return libraries;
}

std::vector<LoadedLibrary> librariesOf(const std::string &program,
                                       const std::map<std::string, std::string> &environment) {
  Result<ElfFile> file = ElfFile::open(program);
  if (!file.ok() || !file.value().hasInterpreter()) // another kind of file would run
    return {};
  Command command;
  command.argv = {absolutePath(program)};
  command.environment = environment;
  command.environment["LD_TRACE_LOADED_OBJECTS"] = "1";
  command.standard_input = "/dev/null";
  command.timeout_s = 20;
  Result<Captured> list = runAndCapture(command);
  return list.ok() ? librariesIn(list.value().output) : std::vector<LoadedLibrary>();
}

std::optional<LoadedMpi> mpiAmong(const std::vector<LoadedLibrary> &libraries) {
  for (const LoadedLibrary &library : libraries) {
    if (!mayHoldMpi(library) || baseName(library.name).find("mpi") == std::string::npos)
      continue;
    MpiSymbols symbols = symbolsOf(library.file, true);
    if (symbols.has_mpi && symbols.has_pmpi)
      return LoadedMpi{symbols.is_open_mpi ? MpiFamily::OpenMpi : MpiFamily::Mpich,
                       baseName(library.name), realPath(library.file)};
  }
  return std::nullopt;
}

Result<std::optional<LoadedMpi>>
mpiOfProgram(const std::string &program, const std::map<std::string, std::string> &environment) {
  std::vector<LoadedLibrary> libraries = librariesOf(program, environment);
  std::optional<LoadedMpi> mpi = mpiAmong(libraries);
  if (mpi) {
    TARE_DO(refuseOtherTools(program, *mpi, libraries, environment));
    return mpi;
  }
  MpiSymbols own = symbolsOf(program, false);
  if (own.has_mpi || own.has_pmpi)
    return Error{"the program holds MPI itself: LD_PRELOAD cannot reach it, so that its messages "
                 "cannot be recorded",
                 program, "link it with MPI as a shared library (-lmpi, without -static)"};
  return std::optional<LoadedMpi>();
}

std::vector<std::string> unrecordedFunctions(const std::string &program) {
  std::set<std::string> names;
  Result<ElfFile> file = ElfFile::open(program);
  if (file.ok())
    file.value().eachSymbol([&](const ElfSymbol &symbol) {
      if (!symbol.is_defined && isOfMpi4(symbol.name))
        names.insert(symbol.name);
    });
  return {names.begin(), names.end()};
}

} // namespace tare
