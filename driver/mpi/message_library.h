// SPDX-License-Identifier: Apache-2.0
// The library that records a rank's messages, for the MPI that a program loads. It is built once,
// by the compiler wrapper of that MPI, and kept.
//
//   share/tare/mpi, wrapper -> [build] -> $XDG_CACHE_HOME/tare/mpi/libtare-mpi-<hash>.so
#pragma once

#include "base/process.h"
#include "driver/mpi/loaded_mpi.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct MessageLibrarySeams {
  ProcessRunner &processes;
  std::string prefix; // this installation's
  std::string folder; // messageLibraryFolder(); empty: built for this process only
  std::function<void(const std::string &)> say = {}; // a line while it builds; may be empty
};

struct MessageLibrary {
  LoadedMpi mpi;
  std::string wrapper;                 // that built it
  std::string file;                    // to be preloaded into the ranks
  std::vector<std::string> unrecorded; // functions that the program calls and it does not record
};

/// Empty: there is no home.
std::string messageLibraryFolder();

/// Whether messages are to take longer than they do (docs/reference/environment.md).
bool areMessagesDelayed();

/// Names of compiler wrappers that may belong to this MPI, the likeliest first: TARE_MPICC, the one
/// beside the library, Debian's, plain mpicc.
std::vector<std::string> wrapperCandidates(const LoadedMpi &mpi, const std::string &chosen);

/// `program`: a path; `environment`: what its launchers set for it. Nothing: it loads no MPI when
/// it starts. Error: its messages cannot be recorded; the reason is one that a user understands.
Result<std::optional<MessageLibrary>>
messageLibraryFor(const MessageLibrarySeams &seams, const std::string &program,
                  const std::map<std::string, std::string> &environment);

} // namespace tare
