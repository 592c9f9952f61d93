// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/machine.h"

#include "base/system.h"
#include "base/text.h"

#include <ctime>
#include <unistd.h>

extern "C" char **environ;

namespace tare {

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
