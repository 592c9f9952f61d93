// SPDX-License-Identifier: Apache-2.0
// `tare calibrate --network`: what messages take between the ranks of a job, by their bytes.
//
//   share/tare/network, mpicc -> [build] -> program -> launcher -> [read] -> stored network
#pragma once

#include "base/process.h"
#include "driver/mpi/network_store.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

struct NetworkQuestion {
  std::vector<std::string> launch = {"mpirun", "-n", "2"}; // without a program
  bool again = false;                                      // measure even if it is kept
};

struct NetworkSeams {
  ProcessRunner &processes;
  std::string prefix;       // this installation's
  std::string folder;       // calibrationFolder(); empty: nothing is kept
  std::string build_folder; // messageLibraryFolder(); all hosts of the job have to see it
  std::string utc;          // now
  std::function<void(const std::string &)> say = {}; // a line while it works; may be empty
};

/// Names of compiler wrappers that may belong to the launcher's MPI, the likeliest first:
/// TARE_MPICC alone if `chosen` is set.
std::vector<std::string> wrappersOfLauncher(const std::vector<std::string> &launch,
                                            const std::string &chosen);

/// What is kept, or measured now and then kept. Error: no launcher, no compiler wrapper whose
/// programs it starts as a job, or fewer than two ranks.
Result<StoredNetwork> networkOf(const NetworkSeams &seams, const NetworkQuestion &question);

} // namespace tare
