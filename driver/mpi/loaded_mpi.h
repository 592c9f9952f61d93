// SPDX-License-Identifier: Apache-2.0
// Which MPI a program loads, and whether its calls can be recorded.
//
//   program -> [loader's list] -> libraries -> [symbols] -> MPI, or a refusal
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

enum class MpiFamily { OpenMpi, Mpich };

struct LoadedMpi {
  MpiFamily family = MpiFamily::OpenMpi;
  std::string soname; // "libmpi.so.40"
  std::string file;   // that the loader finds; links resolved
};

/// "Open MPI", or "MPICH" for all that have its interface.
std::string nameOf(MpiFamily family);

/// A line of what the dynamic linker says it loads: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x7f)".
struct LoadedLibrary {
  std::string name, file;
};
std::vector<LoadedLibrary> librariesIn(std::string_view linkers_list);

/// What the dynamic linker would load for `program`, a path, with `environment` added to ours. It
/// is asked; the program does not run. Empty: it is linked statically, or no ELF file.
std::vector<LoadedLibrary> librariesOf(const std::string &program,
                                       const std::map<std::string, std::string> &environment);

/// The MPI among these: the library that has both MPI_Init and PMPI_Init.
std::optional<LoadedMpi> mpiAmong(const std::vector<LoadedLibrary> &libraries);

/// Nothing: it loads none when it starts. Error: its calls cannot be recorded, and why.
/// `environment`: what its launchers set for it; LD_PRELOAD and LD_LIBRARY_PATH count.
Result<std::optional<LoadedMpi>>
mpiOfProgram(const std::string &program, const std::map<std::string, std::string> &environment);

/// Functions of later versions of MPI that the program calls and the library of messages does not
/// wrap, in alphabetical order: their messages are missing.
std::vector<std::string> unrecordedFunctions(const std::string &program);

} // namespace tare
