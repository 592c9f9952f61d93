// SPDX-License-Identifier: Apache-2.0
// The cost of each kind of probe on this machine: kept from an earlier calibration, or measured
// now.
//
//   calibration program, plain and instrumented -> [calibration] -> ProbeCosts -> approximate
#pragma once

#include "analyzer/profile/profile.h"
#include "base/process.h"
#include "driver/calibration/store.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

/// Everything of the outside world that a calibration touches.
struct CalibrationSeams {
  ProcessRunner &processes;
  std::string prefix; // this installation's
  std::string folder; // calibrationFolder(); empty: nothing is kept
  std::string utc;    // now
  std::function<Result<Profile>(const std::string &)> read_profile = readProfile;
  std::function<void(const std::string &)> say = {}; // one line while it measures; may be empty
  bool kept_only = false; // measure nothing: take what is kept, however old, or fail
  /// Somebody waits for a first answer. What is kept of a full calibration is taken. Else six pairs
  /// are made, whether they agree or not: the costs have a wider range, and the next calibration
  /// that is not quick measures them again.
  bool quick = false;
};

struct Calibrated {
  StoredCalibration calibration;
  std::string path;        // where it is kept; empty: it is not
  bool from_store = false; // nothing was measured now
  /// About this call; they are not kept with the calibration.
  std::vector<std::string> warnings;
};

/// `openmp_runtime` as in Profile::openmp_runtime. `again`: measure even if there is one. Error: no
/// calibration program for that runtime here, or it does not run as it should.
Result<Calibrated> probeCosts(const CalibrationSeams &seams, const std::string &openmp_runtime,
                              int threads, bool again = false);

/// Runtimes that this installation has calibration programs for: "libgomp", "libomp".
std::vector<std::string> calibratedRuntimes(const std::string &prefix);

} // namespace tare
