// SPDX-License-Identifier: Apache-2.0
// A child process that has been started, with its streams, environment and signals set.
//
//   Command -> [child] -> process
#pragma once

#include "base/descriptor.h"
#include "base/interruptions.h"
#include "base/process.h"

namespace tare {

/// What the child's descriptors 0, 1, 2 become; -1: inherited.
struct Streams {
  Descriptor input, output, error;
  bool error_is_output = false;
};

/// Opens the files that the command names.
Result<Streams> openStreams(const Command &command);

struct Child {
  pid_t pid = -1;
  bool own_group = false;
  Descriptor exit_signal; // pidfd; readable once the child has ended; -1: the kernel has none
  uint64_t start_ns = 0;  // CLOCK_MONOTONIC
};

/// Without `interruptions` the child starts with the signal mask of its parent.
Result<Child> startChild(const Command &command, const Streams &streams,
                         const SignalReader *interruptions = nullptr);

/// CLOCK_MONOTONIC.
uint64_t nowNs();

} // namespace tare
