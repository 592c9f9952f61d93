// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/machine.h"

#include "base/system.h"
#include "base/text.h"
#include "driver/results/known_variables.h"

#include <algorithm>

namespace tare {

Machine thisMachine() {
  Machine machine;
  machine.host = hostName();
  machine.cpu = cpuModel();
  machine.cores = coresAllowed();
  return machine;
}

std::string utcNow() { return utcText("%Y-%m-%dT%H:%M:%SZ"); }

std::map<std::string, std::string> openMPEnvironment() {
  std::map<std::string, std::string> found = environmentVariables();
  std::erase_if(found, [](const auto &variable) {
    constexpr std::string_view ours[] = {"OMP_", "KMP_", "GOMP_", "TARE_"};
    return std::ranges::none_of(
        ours, [&](std::string_view prefix) { return startsWith(variable.first, prefix); });
  });
  for (auto &[name, value] : found)
    if (!isKnownVariable(name))
      value = value_not_recorded;
  return found;
}

double SystemClock::seconds() { return steadySeconds(); }

} // namespace tare
