// SPDX-License-Identifier: Apache-2.0
// Compilers as child processes of a compiler wrapper.
#pragma once

#include "base/process.h"

#include <string>
#include <vector>

namespace tare {

/// Unlike SystemProcessRunner the child stays in our process group, so that the terminal's
/// Ctrl-C reaches it as it reaches any compiler; SIGINT, SIGTERM and SIGHUP that reach us are
/// handed on, and we outlive the child to clean up. File descriptors (make's jobserver) pass.
class CompilerRunner final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override;
};

/// Becomes this command. Returns only on failure, with the status that a shell would give.
int replaceProcess(const std::vector<std::string> &argv);

} // namespace tare
