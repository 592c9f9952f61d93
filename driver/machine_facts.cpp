// SPDX-License-Identifier: Apache-2.0
#include "driver/machine_facts.h"

#include "base/process.h"
#include "driver/calibrator.h"
#include "driver/machine/measure_machine.h"
#include "driver/runs/machine.h"
#include "driver/verbs.h"

namespace tare {

MachineFacts machineFacts() {
  MachineFacts facts;
  ProbeScale::Calibrator kept = machineCalibrator(true, true);
  facts.primitives = [kept](const std::string &runtime, int threads) {
    Result<ProbeScale::Known> known = kept(runtime, threads);
    return known.ok() ? known.value().costs.primitives : std::map<std::string, double>();
  };
  facts.machine = [](const std::string &runtime) -> std::shared_ptr<const MeasuredMachine> {
    SystemProcessRunner processes;
    MachineSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
    Result<std::optional<StoredMachine>> found = keptMachine(seams, runtime);
    if (!found.ok())
      complain(found.error());
    if (!found.ok() || !found.value())
      return nullptr;
    return std::make_shared<const MeasuredMachine>(std::move(found.value()->machine));
  };
  return facts;
}

} // namespace tare
