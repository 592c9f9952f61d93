// SPDX-License-Identifier: Apache-2.0
// Whether something can be done with little memory: in a process of its own that gets no more.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tare::testing {

/// Bytes of address space that this process has.
inline size_t addressSpace() {
  size_t pages = 0;
  std::FILE *about = std::fopen("/proc/self/statm", "r");
  if (!about || std::fscanf(about, "%zu", &pages) != 1)
    std::abort();
  std::fclose(about);
  return pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

/// Whether `work` returns true although no more than `mib` MiB of address space are added.
template <class Work> bool fitsInto(size_t mib, const Work &work) {
  pid_t child = ::fork();
  if (child == 0) {
    struct rlimit limit = {};
    ::getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = addressSpace() + (mib << 20);
    ::setrlimit(RLIMIT_AS, &limit);
    bool done = false;
    try {
      done = work();
    } catch (const std::bad_alloc &) {
    }
    ::_exit(done ? 0 : 1);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

} // namespace tare::testing
