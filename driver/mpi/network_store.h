// SPDX-License-Identifier: Apache-2.0
// Networks that `tare calibrate --network` measured: one file for each machine, MPI and launcher.
//
//   $XDG_CACHE_HOME/tare/scale/network-<hash of the key>.json        (or ~/.cache/tare/scale)
//
// Such a file is a tare.network/1 with its key: readNetworkFile() of analyzer/jobs reads it as
// well.
#pragma once

#include "analyzer/jobs/network.h"
#include "driver/calibration/store.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

struct StoredNetwork {
  CalibrationKey key;
  Network network;
  std::string launch;             // "mpirun -n 2"
  std::vector<std::string> hosts; // of the two ranks of each pair; one: they were on one host
  int disturbed = 0;              // points whose median is far above their lower quartile
  std::string measured_utc;
};

/// What a table is kept by, beside this machine.
struct NetworkUse {
  std::string library;              // first line of MPI's version, as Job::library has it
  std::vector<std::string> command; // words, with the launcher and its program
};

/// Processor, kernel, MPI, launcher, and a hash of the variables that choose MPI's transport
/// (OMPI_MCA_*, UCX_* and so on). A launcher is the file that its name leads to, with its options,
/// but for the number of ranks.
CalibrationKey networkKey(const NetworkUse &use);

struct KeptNetwork {
  StoredNetwork stored;
  /// False: measured through another launcher, or with other options or variables.
  bool same_launcher = true;
};

/// The table of this machine, MPI and launcher; else the newest one of this machine and MPI. None:
/// nothing is kept, or `folder` (calibrationFolder()) is empty. Error: what lies there cannot be
/// read.
Result<std::optional<KeptNetwork>> keptNetwork(const std::string &folder, const NetworkUse &use);

std::string networkPath(const std::string &folder, const CalibrationKey &key);
Result<void> keepNetwork(const std::string &folder, const StoredNetwork &stored);

/// As JSON, tare.network/1.
std::string storedNetworkJson(const StoredNetwork &stored);

} // namespace tare
