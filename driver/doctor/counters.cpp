// SPDX-License-Identifier: Apache-2.0
// Whether the processor's counters can be read: only they part data access from the work rate.
#include "driver/doctor/finding.h"

#include "base/files.h"
#include "base/text.h"

#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tare {
namespace {

using Level = Finding::Level;

constexpr const char *path = "/proc/sys/kernel/perf_event_paranoid";

/// 0: it counts. Else the error, with ENODATA for one that opens and stands still.
int errorOf(uint64_t event) {
  perf_event_attr wish;
  std::memset(&wish, 0, sizeof wish);
  wish.type = PERF_TYPE_HARDWARE;
  wish.size = sizeof wish;
  wish.config = event;
  wish.inherit = wish.exclude_kernel = wish.exclude_hv = 1; // as libtare-window.so asks for it
  int fd = static_cast<int>(syscall(SYS_perf_event_open, &wish, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (fd < 0)
    return errno;
  for (int i = 0; i < 100; ++i)
    getppid(); // takes some time
  uint64_t count = 0;
  bool counts = read(fd, &count, sizeof count) == sizeof count && count > 0;
  close(fd);
  return counts ? 0 : ENODATA;
}

/// A machine without counters is as sound as any; where they are refused something can be done.
Finding findingOf(const char *name, int error) {
  if (error == 0)
    return {Level::Ok, name, "can be read (perf_event)"};
  if (error != EACCES && error != EPERM)
    return {Level::Absent, name,
            "not available here (perf_event: " + std::string(std::strerror(error)) + ")"};
  Result<std::string> paranoid = readFile(path);
  std::string level = paranoid.ok() ? std::string(trimText(paranoid.value())) : "not known";
  return {Level::Warn, name, "reading is not permitted (perf_event_paranoid is " + level + ")",
          "sysctl kernel.perf_event_paranoid=2; in a container, allow perf_event_open"};
}

} // namespace

/// Both kinds of cycles are needed; each is tried for itself.
Findings checkCounters() {
  int cycles = errorOf(PERF_COUNT_HW_CPU_CYCLES), reference = errorOf(PERF_COUNT_HW_REF_CPU_CYCLES);
  bool counts = cycles == 0 && reference == 0;
  return {findingOf("cycles", cycles), findingOf("reference cycles", reference),
          Finding{counts ? Level::Ok : Level::Absent, "data access",
                  counts ? "is a row of its own"
                         : "is part of 'work inflation: memory, cache, clock' in all tables: both "
                           "counters are needed to separate them"}};
}

} // namespace tare
