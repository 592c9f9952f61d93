// SPDX-License-Identifier: Apache-2.0
#include "driver/machine_facts.h"

#include "base/process.h"
#include "driver/calibrator.h"
#include "driver/machine/measure_machine.h"
#include "driver/runs/machine.h"
#include "driver/verbs.h"

namespace tare {
namespace {

Result<std::optional<StoredMachine>> keptHere(const std::string &openmp_runtime) {
  SystemProcessRunner processes;
  return keptMachine({processes, installPrefix(), calibrationFolder(), utcNow()}, openmp_runtime);
}

} // namespace

std::string forecastErrorsFile() {
  std::string folder = calibrationFolder();
  return folder.empty() ? "" : folder + "/forecast-errors.json";
}

MachineFacts machineFacts() {
  MachineFacts facts;
  ProbeScale::Calibrator kept = machineCalibrator({.quiet = true, .kept_only = true});
  facts.primitives = [kept](const std::string &runtime, int threads) {
    Result<ProbeScale::Known> known = kept(runtime, threads);
    return known.ok() ? known.value().costs.primitives : std::map<std::string, double>();
  };
  facts.machine = [](const std::string &runtime) -> std::shared_ptr<const MeasuredMachine> {
    Result<std::optional<StoredMachine>> found = keptHere(runtime);
    if (!found.ok())
      complain(found.error());
    if (!found.ok() || !found.value())
      return nullptr;
    return std::make_shared<const MeasuredMachine>(std::move(found.value()->machine));
  };
  return facts;
}

std::vector<MemoryRate> keptMemoryRates(const std::string &openmp_runtime) {
  std::vector<MemoryRate> rates;
  if (auto found = keptHere(openmp_runtime); found.ok() && found.value())
    for (const auto &[threads, shared] : found.value()->machine.rates)
      rates.push_back({threads, shared.bytes_per_s});
  return rates;
}

} // namespace tare
