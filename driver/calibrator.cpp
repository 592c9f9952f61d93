// SPDX-License-Identifier: Apache-2.0
#include "driver/calibrator.h"

#include "base/files.h"
#include "base/process.h"
#include "driver/calibration/calibration.h"
#include "driver/runs/machine.h"
#include "driver/verbs.h"

#include <cstdio>

namespace tare {

ProbeScale::Calibrator machineCalibrator(bool quiet, bool kept_only) {
  return [quiet, kept_only](const std::string &runtime, int threads) -> Result<ProbeScale::Known> {
    SystemProcessRunner processes;
    CalibrationSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
    seams.kept_only = kept_only;
    if (!quiet)
      seams.say = [](const std::string &line) { std::fprintf(stderr, "%s\n", line.c_str()); };
    Result<Calibrated> calibrated = probeCosts(seams, runtime, threads);
    if (!calibrated.ok())
      return calibrated.error();
    ProbeScale::Known known{calibrated.value().calibration.costs,
                            calibrated.value().calibration.warnings};
    for (const std::string &warning : calibrated.value().warnings)
      known.warnings.push_back(warning);
    return known;
  };
}

} // namespace tare
