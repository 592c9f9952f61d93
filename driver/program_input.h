// SPDX-License-Identifier: Apache-2.0
// What measured programs read: every run must read the same input.
#pragma once

#include "base/result.h"

#include <string>

namespace tare {

/// How long a pipe may be silent: before anything comes, and then.
struct PipePatience {
  int first_ms = 1000, next_ms = 10000;
};

/// A path that each run opens anew as its standard input, from its beginning, made of descriptor
/// `fd`: its file; a copy of what a pipe or socket gives until its end, which is there until Tare
/// ends; "/dev/null" of anything else and of a pipe that nobody writes to, which is said. Empty: a
/// terminal, which they inherit. Error: a pipe that began and does not end; part of an input is
/// none.
Result<std::string> inputForEveryRun(int fd, PipePatience patience = {});

/// Of our own standard input, read once.
Result<std::string> programInput();

} // namespace tare
