// SPDX-License-Identifier: Apache-2.0
// One run of one program: its environment, its files, and what is known about it afterwards.
#pragma once

#include "analyzer/profile/profile.h"
#include "base/process.h"
#include "driver/results/results.h"
#include "driver/results/schedule.h"
#include "driver/runs/noise_meter.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace tare {

/// Commands before {threads} is replaced. All but the plain and the instrumented one may be empty:
/// none.
struct Programs {
  std::vector<std::string> serial, parallel, instrumented, serial_instrumented, ignored, null;
  const std::vector<std::string> &of(const std::string &role) const;
};

/// Everything of the outside world that an experiment touches.
struct RunSeams {
  ProcessRunner &processes;
  NoiseMeter &noise;
  std::function<Result<Window>(const std::string &)> read_window = readWindow;
  std::function<Result<Profile>(const std::string &)> read_profile = readProfile;
};

/// What is the same for every run of an experiment.
struct RunSetting {
  std::string folder; // results folder
  Programs programs;
  double timeout_s = 0;
  std::string window_library; // libtare-window.so
  std::string message_library =
      {};                       // for ranks of instrumented jobs; empty: messages are not recorded
  bool delays_messages = false; // of all runs: then plain ranks have that library as well
  std::map<std::string, std::string> probed_environment = {}; // for programs with probes
  /// Limit for a program without its pragmas: it may wait for ever for another thread. 0: as the
  /// others.
  double ignored_timeout_s = 0;
  bool same_source = false;        // the serial program is such a one
  int expected_status = 0;         // the exit status of a run that did not fail
  bool redacted = false;           // the host's name is to be in no path of the results
  std::string standard_input = {}; // a path, opened anew for each; empty: inherited
  /// Adds what is known of a program, by its path, and of the OpenMP runtime that the manifest
  /// names; none: not asked.
  std::function<void(const std::string &program, Manifest &manifest)> learn_program = {};
};

struct RunResult {
  RunRecord record;
  std::string folder;         // this run's
  std::optional<Error> error; // could not be started, or measured nothing
  bool no_region = false;     // it ended well, and left no profile
  std::optional<Window> window;
  std::shared_ptr<const Profile> profile; // instrumented runs; of a job the one with most regions
  std::vector<std::shared_ptr<const Profile>> profiles; // of a job: all
  std::vector<std::string> warnings;
  int interrupted = 0; // signal that asked Tare to stop
};

/// Runs a program in a new folder runs/<number>. The caller fills the record's noise probes.
RunResult runOnce(const RunSeams &seams, const RunSetting &setting, const PlannedRun &planned,
                  int number);

/// Our library in front of the user's, for LD_PRELOAD.
std::string ownPreload(const std::string &library);

/// The path of a profile in the results. The runtime names the profile's folder by the host, too:
/// redacted results call it `name`.
std::string profilePath(const RunSetting &setting, const RunResult &result, const Profile &profile,
                        const std::string &name);

/// The command as it is started: every {threads} replaced by those of a process, and every {ranks}.
std::vector<std::string> commandFor(const std::vector<std::string> &command, RunSize size);

/// "instrumented program, 2 threads (./pi 1000), ended with status 3; its last line: ..."
std::string failureText(const RunResult &result);

/// What to do about it where such a status is no failure; a tail of other advice.
std::string statusHint(int exit_status);

} // namespace tare
