// SPDX-License-Identifier: Apache-2.0
// What a process has started, where no group of its own holds it together.
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace tare {

/// The number alone may belong to another process later.
struct ProcessId {
  pid_t pid = 0;
  uint64_t started = 0; // ticks since the machine's start
  bool operator==(const ProcessId &) const = default;
};

/// Adds the processes that descend from `root` or from a known one. Only the list still knows those
/// whose parent has ended since the last call.
void addProcessesBelow(pid_t root, std::vector<ProcessId> &known);

/// Sends a signal to those that still run.
void signalAll(const std::vector<ProcessId> &processes, int signal);

} // namespace tare
