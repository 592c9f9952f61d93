// SPDX-License-Identifier: Apache-2.0
// Costs of the probes on this machine, for the experiment that has just been run on it.
#pragma once

#include "driver/results/probe_scale.h"

namespace tare {

struct CalibratorManners {
  bool quiet = false;     // says nothing on stderr
  bool kept_only = false; // measures nothing, for somebody who waits for the end
  bool quick = false;     // as CalibrationSeams::quick
};

/// Measures what is not kept from earlier, which takes some seconds.
ProbeScale::Calibrator machineCalibrator(const CalibratorManners &manners);

} // namespace tare
