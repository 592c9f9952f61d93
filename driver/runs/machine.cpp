// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/machine.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/results/known_variables.h"

#include <algorithm>
#include <cstdlib>

namespace tare {

namespace {

std::string wordIn(const std::string &path) {
  Result<std::string> text = readFile(path, 4096);
  return text.ok() ? std::string(trimText(text.value())) : "";
}

/// "48K", "32M".
double bytesIn(const std::string &text) {
  double bytes = std::atof(text.c_str());
  char unit = text.empty() ? ' ' : text.back();
  return bytes * (unit == 'K' ? 1024 : unit == 'M' ? 1 << 20 : unit == 'G' ? 1 << 30 : 1);
}

/// "0-3,8" names five.
int countOf(const std::string &list) {
  int count = 0;
  for (const std::string &part : splitText(list, ',')) {
    size_t dash = part.find('-');
    int first = std::atoi(part.c_str());
    count +=
        dash == std::string::npos ? 1 : std::max(std::atoi(part.c_str() + dash + 1) - first + 1, 1);
  }
  return count;
}

/// As the kernel lists those of the first core.
std::vector<Cache> dataCaches() {
  std::vector<Cache> caches;
  int first = std::atoi(firstCores(1).c_str());
  for (int index = 0; index < 16; ++index) {
    std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(first) + "/cache/index" +
                         std::to_string(index) + "/";
    Cache cache{std::atoi(wordIn(folder + "level").c_str()), bytesIn(wordIn(folder + "size")),
                countOf(wordIn(folder + "shared_cpu_list"))};
    if (cache.level >= 1 && cache.level <= 9 && cache.bytes > 0 &&
        wordIn(folder + "type") != "Instruction")
      caches.push_back(cache);
  }
  std::ranges::sort(caches, {}, &Cache::level);
  return caches;
}

} // namespace

Machine thisMachine() {
  Machine machine;
  machine.host = hostName();
  machine.cpu = cpuModel();
  machine.cores = coresAllowed();
  machine.kernel = kernelRelease();
  machine.memory_bytes = memoryBytes();
  machine.caches = dataCaches();
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
    if (!isKnownVariable(name) || name == "TARE_ARCHIVE") // a server's address may hold a password
      value = value_not_recorded;
  return found;
}

double SystemClock::seconds() { return steadySeconds(); }

} // namespace tare
