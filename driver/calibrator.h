// SPDX-License-Identifier: Apache-2.0
// Costs of the probes on this machine, for the experiment that has just been run on it.
#pragma once

#include "driver/results/probe_scale.h"

namespace tare {

/// Measures what is not kept from earlier, which takes some seconds; says so on stderr unless
/// `quiet`. `kept_only`: measures nothing, for somebody who waits for the end.
ProbeScale::Calibrator machineCalibrator(bool quiet, bool kept_only = false);

} // namespace tare
