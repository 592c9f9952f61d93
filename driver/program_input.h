// SPDX-License-Identifier: Apache-2.0
// What measured programs read: every run must read the same input.
#pragma once

#include "base/result.h"

#include <string>

namespace tare {

/// How long a pipe may be silent: before the first byte, and after it.
struct PipePatience {
  int first_ms = 1000, next_ms = 10000;
};

/// A path that each run opens anew as its standard input, made from descriptor `fd`. A file stays
/// itself. A pipe or socket is copied until its end, and the copy stays until Tare ends. Anything
/// else gives "/dev/null"; so does a pipe that nobody writes to, with a warning. Empty: a terminal,
/// which programs inherit. Error: a pipe begins and does not end.
Result<std::string> inputForEveryRun(int fd, PipePatience patience = {});

/// The same for Tare's own standard input, which is read once.
Result<std::string> programInput();

} // namespace tare
