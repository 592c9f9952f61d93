// SPDX-License-Identifier: Apache-2.0
// Starting a process and waiting for it, as a seam: tests put a fake in its place.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tare {

struct Command {
  std::vector<std::string> argv;                  ///< argv[0] is looked up in PATH.
  std::map<std::string, std::string> environment; ///< Added to (or replacing) the caller's.
  std::vector<std::string> unset;                 ///< Removed from the caller's environment.
  std::string working_folder;                     ///< Empty: the caller's.
  std::string standard_input;                     ///< Path; empty: inherited.
  std::string standard_output;                    ///< Path written to; empty: inherited.
  std::string standard_error;                     ///< Path written to; empty: inherited.
  double timeout_s = 0;                           ///< 0: none. Then SIGTERM, and SIGKILL 2 s later.
};

struct Outcome {
  int exit_status = 0; ///< Its own, or 128 + signal when a signal ended it.
  int signal = 0;      ///< 0 or the signal that ended it.
  bool timed_out = false;
  int interrupted = 0; ///< SIGINT, SIGTERM or SIGHUP that came for us meanwhile; it was passed on.
  double wall_s = 0;   ///< CLOCK_MONOTONIC, from before the start to after the wait.
  double user_s = 0;   ///< getrusage of the waited-for process tree.
  double system_s = 0;
  uint64_t start_ns = 0; ///< CLOCK_MONOTONIC.
  uint64_t stop_ns = 0;
};

/// The seam. `run` errors only when the process could not be started.
class ProcessRunner {
public:
  virtual ~ProcessRunner() = default;
  virtual Result<Outcome> run(const Command &command) = 0;
};

/// posix_spawn in a process group of its own; ends the whole group on a timeout, and when this
/// process is interrupted: the caller sees Outcome::interrupted and has to stop by itself.
class SystemProcessRunner final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override;
};

/// The same as SystemProcessRunner::run. Calls `meanwhile` once the process runs, and again after as
/// many seconds as it returned, until the process ends or is being ended. Not above 0: the process
/// is to be ended, with SIGTERM and 2 s later SIGKILL.
Result<Outcome> runMeanwhile(const Command &command, std::function<double()> meanwhile);

/// Runs and returns standard output (and the outcome); for short helper commands.
struct Captured {
  Outcome outcome;
  std::string output;
  std::string error_output;
};
Result<Captured> runAndCapture(const Command &command);

} // namespace tare
