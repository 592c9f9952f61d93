// SPDX-License-Identifier: Apache-2.0
#include "driver/calibrator.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/process.h"
#include "driver/calibration/calibration.h"
#include "driver/runs/machine.h"
#include "driver/verbs.h"

#include <cstdio>

namespace tare {

ProbeScale::Calibrator machineCalibrator(const CalibratorManners &manners) {
  return [manners](const std::string &runtime, int threads) -> Result<ProbeScale::Known> {
    SystemProcessRunner processes;
    CalibrationSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
    seams.kept_only = manners.kept_only;
    seams.quick = manners.quick;
    if (!manners.quiet)
      seams.say = [](const std::string &line) { std::fprintf(stderr, "%s\n", line.c_str()); };
    TARE_TRY(Calibrated calibrated, probeCosts(seams, runtime, threads));
    append(calibrated.calibration.warnings, calibrated.warnings);
    return ProbeScale::Known{calibrated.calibration.costs, calibrated.calibration.warnings};
  };
}

} // namespace tare
