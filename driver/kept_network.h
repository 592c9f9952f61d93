// SPDX-License-Identifier: Apache-2.0
// The table of this machine's network, as `tare calibrate --network` keeps it: one for each library
// of MPI, beside the calibrations.
#pragma once

#include "analyzer/jobs/network.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/calibration/store.h"

namespace tare {

/// `library`: first line of MPI's version, as message files have it. Empty: there is no home.
inline std::string keptNetworkPath(const std::string &library) {
  std::string folder = calibrationFolder();
  return folder.empty() ? "" : folder + "/network-" + hex16(hashBytes(library)) + ".json";
}

/// Error: none is kept, or it cannot be read.
inline Result<Network> keptNetwork(const std::string &library) {
  std::string path = keptNetworkPath(library);
  if (path.empty() || !fileExists(path))
    return Error{"no network was measured here with " + library.substr(0, library.find(',')), "",
                 "run tare calibrate --network, or name a table with --from-network FILE"};
  return readNetworkFile(path);
}

} // namespace tare
