// SPDX-License-Identifier: Apache-2.0
// Couplings of kernels, kept by all that they depend on. One is used for the same key alone: with
// another machine, compiler, size or number of threads another cache decides.
#pragma once

#include "analyzer/archive/archive.h"

#include <string>
#include <vector>

namespace tare {

struct KeptCoupling {
  std::string kernels; // in order: "smooth, norm"
  std::string host;
  int threads = 1;
  std::string parameters; // JSON: all else that it depends on, in a fixed order
  double value = 1, low = 1, high = 1;
};

/// A coupling of the same key is replaced, and those in `replaced` go. The application is made if
/// it is not there. Error: it is somebody else's.
Result<void> keepCouplings(Archive &archive, const std::string &application,
                           const std::vector<KeptCoupling> &couplings,
                           const std::vector<KeptCoupling> &replaced = {});

/// By host, threads, parameters and kernels. Empty: none, or no such application.
Result<std::vector<KeptCoupling>> couplingsOf(Archive &archive, const std::string &application);

} // namespace tare
