// SPDX-License-Identifier: Apache-2.0
// The machine as a place to measure: clock, cores, what the kernel lets us read, where results go.
#include "driver/doctor/finding.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/weigh.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

using Level = Finding::Level;

/// Without blanks around; empty: the file cannot be read.
std::string contents(const std::string &path) {
  Result<std::string> text = readFile(path, uint64_t(16) << 20);
  return text.ok() ? std::string(trimText(text.value())) : std::string();
}

/// Features of the first CPU; empty: not known.
std::vector<std::string> cpuFlags() {
  for (const std::string &line : splitText(contents("/proc/cpuinfo"), '\n'))
    if (startsWith(line, "flags"))
      return splitText(line, ' ');
  return {};
}

/// Cores' worth of time that the control group may use; 0: no limit.
double coresOfQuota() {
  long long quota = 0, period = 0;
  if (std::sscanf(contents("/sys/fs/cgroup/cpu.max").c_str(), "%lld %lld", &quota, &period) == 2 &&
      quota > 0 && period > 0)
    return static_cast<double>(quota) / static_cast<double>(period);
  return 0;
}

/// The load of the last minute; other programs disturb runs.
Findings checkLoad() {
  double load = std::atof(contents("/proc/loadavg").c_str());
  char text[64];
  std::snprintf(text, sizeof text, "%.1f over the last minute", load);
  if (load < 0.3)
    return {{Level::Ok, "load", text}};
  return {{Level::Warn, "load", std::string(text) + ": other programs are running",
           "measure on an idle machine: disturbed runs widen the bands"}};
}

/// Nothing where the clock rate is fixed, or not known.
Findings checkFrequency() {
  std::string governor = contents("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (governor.empty() || governor == "performance")
    return {};
  return {{Level::Warn, "clock rate", "governor '" + governor + "' changes it during runs",
           "cpupower frequency-set -g performance, if you may"}};
}

/// Tries it: permission bits say nothing about read-only mounts, or to the superuser.
bool canBeWritten(const std::string &folder) {
  std::string probe = folder + "/.tare-doctor-XXXXXX";
  return mkdtemp(probe.data()) && rmdir(probe.c_str()) == 0;
}

} // namespace

/// Probes read the processor's counter if it is invariant; that of arm64 always is.
Findings checkClock() {
#ifdef __aarch64__
  return {{Level::Ok, "clock", "cntvct_el0: its rate is constant"}};
#endif
  std::vector<std::string> flags = cpuFlags();
  auto has = [&](const char *flag) { return std::ranges::count(flags, flag) > 0; };
  std::string source = contents("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (has("constant_tsc") && has("nonstop_tsc"))
    return {{Level::Ok, "clock", "rdtsc: invariant; the kernel's own clock is " + source}};
  return {{Level::Warn, "clock",
           "the time stamp counter is not invariant: probes use clock_gettime (22 ns, not 10)",
           "expect a larger measurement overhead in programs with short regions"}};
}

/// Cores, limits on them, load and clock rate.
Findings checkCores() {
  Findings findings;
  int online = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), allowed = coresAllowed();
  if (allowed < online)
    findings.push_back({Level::Warn, "cores",
                        numberOf(allowed, "core") + " of " + std::to_string(online) +
                            " in the affinity mask of this shell",
                        "ask for at most " + std::to_string(allowed) + " threads"});
  else
    findings.push_back({Level::Ok, "cores", numberOf(allowed, "core") + ", all may be used"});
  double quota = coresOfQuota();
  if (quota > 0 && quota < allowed) {
    findings.push_back({Level::Warn, "CPU quota",
                        "the control group may use the time of " + ratioText(quota) +
                            " cores: threads are stopped beyond that",
                        "raise the limit of the container"});
  }
  append(findings, checkLoad());
  append(findings, checkFrequency());
  return findings;
}

/// Whether the kernel tells how long threads wait for a core.
Findings checkKernel() {
  unsigned long long running = 0, waiting = 0;
  if (std::sscanf(contents("/proc/self/schedstat").c_str(), "%llu %llu", &running, &waiting) == 2)
    return {{Level::Ok, "schedstat", "waiting for a CPU is measured"}};
  return {{Level::Warn, "schedstat",
           "cannot be read: waiting for a CPU stays inside other rows, and disturbed runs are "
           "not recognised",
           "a kernel with CONFIG_SCHED_INFO has it"}};
}

/// Whether results can be written, and who can read them.
Findings checkResults() {
  std::string base = absolutePath(resultsBase("")), existing = base;
  while (!fileExists(existing) && existing != "/")
    existing = folderOf(existing);
  if (!canBeWritten(existing))
    return {{Level::Missing, "results folder", base + " cannot be written",
             "set TARE_OUTPUT_DIR, or give --output"}};
  struct stat status;
  if (existing == base && stat(base.c_str(), &status) == 0 && (status.st_mode & 077) != 0)
    return {{Level::Warn, "results folder", base + " can be read by others", "chmod 700 " + base}};
  return {{Level::Ok, "results folder", base}};
}

} // namespace tare
