// SPDX-License-Identifier: Apache-2.0
// What a process has started, where no group of its own holds it together.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace tare {

/// A number alone may be another process's when it is used.
struct ProcessId {
  pid_t pid = 0;
  uint64_t started = 0; // ticks since the machine's start
  bool operator==(const ProcessId &) const = default;
};

/// Adds those that descend from `root` now, or from any that is known: of one whose parent has
/// ended since the last call nobody else knows.
void addProcessesBelow(pid_t root, std::vector<ProcessId> &known);

/// To those of them that still run.
void signalAll(const std::vector<ProcessId> &processes, int signal);

} // namespace tare
