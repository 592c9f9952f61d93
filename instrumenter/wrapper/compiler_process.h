// SPDX-License-Identifier: Apache-2.0
// Compilers as child processes of a compiler wrapper.
#pragma once

#include "base/process.h"

#include <string>
#include <vector>

namespace tare {

/// Unlike with SystemProcessRunner, the child stays in our process group. The terminal's Ctrl-C
/// then reaches it as it reaches any compiler. SIGINT, SIGTERM and SIGHUP are handed on to the
/// child, and we outlive it to clean up. The child inherits file descriptors (make's jobserver).
class CompilerRunner final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override;
};

/// Becomes this command. Returns only on failure, with the status that a shell would give.
int replaceProcess(const std::vector<std::string> &argv);

} // namespace tare
