// SPDX-License-Identifier: Apache-2.0
#include "base/system.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

extern "C" char **environ;

namespace tare {

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

double memoryBytes() {
  long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<double>(pages) * static_cast<double>(page) : 0;
}

std::string kernelRelease() {
  struct utsname about;
  return ::uname(&about) == 0 ? about.release : "unknown";
}

int coresAllowed() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
}

std::string firstCores(int count) {
  std::string list;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE && count > 0; ++cpu)
      if (CPU_ISSET(cpu, &allowed)) {
        list += (list.empty() ? "" : ",") + std::to_string(cpu);
        --count;
      }
  return list;
}

std::string hostName() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

double steadySeconds() {
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string utcText(const char *format) {
  std::time_t now = std::time(nullptr);
  struct tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

std::map<std::string, std::string> environmentVariables() {
  std::map<std::string, std::string> found;
  for (char **entry = environ; entry && *entry; ++entry) {
    std::string text = *entry;
    if (size_t equals = text.find('='); equals != std::string::npos)
      found[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return found;
}

std::string environmentVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

} // namespace tare
