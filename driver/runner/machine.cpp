// SPDX-License-Identifier: Apache-2.0
#include "driver/runner/machine.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <ctime>
#include <sched.h>
#include <unistd.h>

extern "C" char **environ;

namespace tare {
namespace {

std::string cpuModel() {
  Result<std::string> text = readFile("/proc/cpuinfo", uint64_t(16) << 20);
  if (!text.ok())
    return "unknown";
  for (const std::string &line : splitText(text.value(), '\n')) {
    size_t colon = line.find(':');
    if (startsWith(line, "model name") && colon != std::string::npos)
      return std::string(trimText(std::string_view(line).substr(colon + 1)));
  }
  return "unknown";
}

int coresAllowed() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
}

} // namespace

Machine thisMachine() {
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  Machine machine;
  machine.host = host;
  machine.cpu = cpuModel();
  machine.cores = coresAllowed();
  return machine;
}

std::string utcNow() {
  std::time_t now = std::time(nullptr);
  struct tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::map<std::string, std::string> openMPEnvironment() {
  std::map<std::string, std::string> found;
  for (char **entry = environ; entry && *entry; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    for (const char *prefix : {"OMP_", "KMP_", "GOMP_", "TARE_"})
      if (equals != std::string::npos && startsWith(text, prefix))
        found[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return found;
}

double SystemClock::seconds() {
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace tare
