// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/run_once.h"

#include "analyzer/launch/launch.h"
#include "analyzer/profile/find.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/outputs/output_file.h"
#include "driver/results/noise.h"
#include "driver/runs/command_tables.h"
#include "driver/runs/job_messages.h"
#include "driver/runs/job_ranks.h"
#include "driver/runs/job_run.h"
#include "driver/runs/nothing_measured.h"
#include "driver/runs/staged_files.h"
#include "driver/runs/window_choice.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

namespace tare {
namespace {

/// Runs with probes record messages. Delayed ones are the same in all runs: a table compares them.
bool takesMessageLibrary(const RunSetting &setting, const RunRecord &record) {
  return record.ranks > 0 && !setting.message_library.empty() &&
         (record.role == role::instrumented || setting.delays_messages);
}

/// Programs without probes run with probes off and say if they have some.
Command commandOf(const RunSetting &setting, const RunRecord &record, const std::string &folder) {
  Command command;
  command.argv = record.argv;
  command.environment = {{"LD_PRELOAD", ownPreload(setting.window_library)},
                         {"TARE_WINDOW", folder + "/window"},
                         {"TARE_OUTPUT_DIR", folder},
                         {"OMP_NUM_THREADS", std::to_string(record.size().threadsOfRank())},
                         {"OMP_DYNAMIC", "false"}};
  if (isProbed(record.role)) {
    command.unset.push_back("TARE_ENABLE");
    command.environment["TARE_THREADS"] = std::to_string(record.size().threadsOfRank());
    command.environment.insert(setting.probed_environment.begin(),
                               setting.probed_environment.end());
  } else {
    command.environment["TARE_ENABLE"] = "0";
    command.environment["TARE_IDLE"] = folder + "/idle";
  }
  command.standard_input = setting.standard_input;
  command.standard_output = folder + "/stdout";
  command.standard_error = folder + "/stderr";
  bool without_pragmas =
      record.role == role::ignored || (record.role == role::serial && setting.same_source);
  bool own = without_pragmas && setting.ignored_timeout_s > 0;
  command.timeout_s = own ? setting.ignored_timeout_s : setting.timeout_s;
  return command;
}

/// Of all processes that ended through their destructors.
std::vector<Window> windowsIn(const RunSeams &seams, const std::string &folder) {
  std::vector<Window> windows;
  for (const std::string &name : listFolder(folder))
    if (startsWith(name, "window."))
      if (Result<Window> read = seams.read_window(folder + "/" + name); read.ok())
        windows.push_back(read.value());
  return windows;
}

/// The process of the profile, if there is one; else the likeliest.
std::optional<Window> chooseWindow(const RunSeams &seams, const std::vector<Window> &windows,
                                   const RunResult &result) {
  const std::string &folder = result.folder;
  if (result.profile)
    if (Result<Window> read =
            seams.read_window(folder + "/window." + std::to_string(result.profile->pid));
        read.ok())
      return read.value();
  return likeliestWindow(windows, result.record.argv, result.record.threads);
}

/// Takes the profile with most regions. Error: there are profiles, and none can be read; of a job,
/// one cannot be read.
void readProfiles(const RunSeams &seams, RunResult &result) {
  std::vector<std::string> paths = findProfiles(result.folder);
  bool is_job = result.record.ranks > 0;
  std::optional<Error> unreadable;
  for (const std::string &path : paths) {
    Result<Profile> read = seams.read_profile(path);
    if (!read.ok()) {
      unreadable = read.error();
      continue;
    }
    auto profile = std::make_shared<const Profile>(std::move(read).value());
    if (!result.profile || profile->regions > result.profile->regions)
      result.profile = profile;
    if (is_job)
      result.profiles.push_back(std::move(profile));
  }
  if (is_job && unreadable)
    result.error = unreadable;
  if (paths.size() > 1 && !is_job)
    result.warnings.push_back("runs left " + std::to_string(paths.size()) +
                              " profiles each; the process with most regions is taken");
  if (!result.profile && unreadable)
    result.error = unreadable;
}

/// A program with probes that was built for the other role. Nothing: it is the one that it should
/// be.
std::optional<Error> wrongBuild(const RunResult &result) {
  bool is_serial = result.record.role == role::serial_instrumented;
  if (!result.profile || result.profile->of_serial_program == is_serial)
    return std::nullopt;
  if (is_serial)
    return Error{"it is an OpenMP program with probes, not a serial one (`tare cc --role serial` "
                 "builds that)"};
  return Error{"it is a serial program with probes, not the OpenMP one",
               quoteCommand(result.record.argv),
               "name the program that tare cc built without --role"};
}

/// Whether the program runs with its probes off because no plain one was named. Commands are
/// compared whole: the same file in another environment finds other libraries.
bool isToHaveProbes(const Programs &programs, const std::string &role) {
  return role == role::null ||
         (role == role::parallel && programs.parallel == programs.instrumented);
}

/// Warns of a plain program with probes: it has found the libraries of an instrumented build.
void findIdleProbes(const Programs &programs, RunResult &result) {
  const std::string &role = result.record.role;
  if (isProbed(role) || isToHaveProbes(programs, role))
    return;
  std::set<std::string> objects;
  for (const std::string &name : listFolder(result.folder))
    if (startsWith(name, "idle."))
      if (Result<std::string> object = readFile(result.folder + "/" + name); object.ok())
        objects.insert(printable(std::string(trimText(object.value()))));
  if (objects.empty())
    return;
  std::string what = joinText({objects.begin(), objects.end()}, ", ");
  result.warnings.push_back(
      "the " + programTitle(role) + " is not plain: it has loaded probes, which are off, with " +
      what + ", and its time is that with them; if that is a library of the instrumented build, " +
      "ldd tells why it is found first (LD_LIBRARY_PATH, rpath, the folder that it runs in)");
}

/// Nobody said that it is a job: one rank alone would be measured.
std::optional<Error> unaskedJob(const std::vector<Window> &windows, const RunRecord &record) {
  int ranks = ranksIn(windows);
  if (ranks < 2)
    return std::nullopt;
  return Error{"this is a job of " + numberOf(ranks, "rank"), quoteCommand(record.argv),
               "say --ranks " + std::to_string(ranks) + ", so that all of them are measured"};
}

RunCounts countsOf(const SystemCounts &counts) {
  return {counts.faults,       counts.switches, counts.migrations,
          counts.instructions, counts.cycles,   counts.reference_cycles};
}

/// From the window, else from the profile, else from the process.
void takeWindow(RunResult &result) {
  RunRecord &record = result.record;
  if (result.window) {
    record.window_ticks = result.window->ticks;
    record.window_source = "window";
    record.runq_s = static_cast<double>(result.window->runq_ns) * 1e-9;
    record.window_cpu_s = static_cast<double>(result.window->cpu_ns) * 1e-9;
    record.threads_alive = static_cast<int>(std::min<uint64_t>(result.window->threads, INT_MAX));
    record.counts = countsOf(result.window->counts);
  } else if (result.profile) {
    record.window_ticks = result.profile->window;
    record.window_source = "profile";
  } else {
    record.window_source = "process";
  }
}

/// Statuses and times of the process.
void takeOutcome(RunRecord &record, const Outcome &outcome) {
  record.exit_status = outcome.exit_status;
  record.signal = outcome.signal;
  record.timed_out = outcome.timed_out;
  record.wall_s = outcome.wall_s;
  record.cpu_s = outcome.user_s + outcome.system_s;
}

/// "runs/007"
std::string runFolderName(int number) {
  char text[32];
  std::snprintf(text, sizeof text, "runs/%03d", number);
  return text;
}

/// Runs the program, and measures the CPU time of other processes meanwhile.
void start(const RunSeams &seams, const RunSetting &setting, RunResult &result) {
  double busy = seams.noise.busySeconds();
  Result<Outcome> outcome = seams.processes.run(commandOf(setting, result.record, result.folder));
  busy = seams.noise.busySeconds() - busy;
  if (!outcome.ok()) {
    result.error = outcome.error();
    result.record.exit_status = 127;
    return;
  }
  takeOutcome(result.record, outcome.value());
  result.interrupted = outcome.value().interrupted;
  if (result.interrupted && !failed(result.record)) // it ended in good order, but early
    result.record.exit_status = 128 + result.interrupted;
  double own = outcome.value().user_s + outcome.value().system_s;
  result.record.foreign_cpu_s = std::max(0.0, busy - own);
}

} // namespace

std::string ownPreload(const std::string &library) {
  std::string theirs = environmentVariable("LD_PRELOAD");
  return theirs.empty() ? library : library + ":" + theirs;
}

std::string profilePath(const RunSetting &setting, const RunResult &result, const Profile &profile,
                        const std::string &name) {
  const std::string &path = profile.path;
  std::string plain = result.folder + "/" + name;
  if (setting.redacted && ::rename(folderOf(path).c_str(), plain.c_str()) == 0)
    return relativeTo(plain + "/" + baseName(path), setting.folder);
  return relativeTo(path, setting.folder);
}

const std::vector<std::string> &Programs::of(const std::string &role) const {
  if (role == role::serial)
    return serial;
  if (role == role::null)
    return null;
  if (isExtra(role))
    return role == role::ignored ? ignored : serial_instrumented;
  return role == role::parallel ? parallel : instrumented;
}

std::vector<std::string> commandFor(const std::vector<std::string> &command, RunSize size) {
  const std::pair<std::string_view, int> holes[] = {{"{threads}", size.threadsOfRank()},
                                                    {"{ranks}", std::max(size.ranks, 1)}};
  std::vector<std::string> argv = command;
  for (std::string &word : argv)
    for (auto [hole, number] : holes)
      for (size_t at = 0; (at = word.find(hole, at)) != std::string::npos;)
        word.replace(at, hole.size(), std::to_string(number));
  return argv;
}

RunResult runOnce(const RunSeams &seams, const RunSetting &setting, const PlannedRun &planned,
                  int number) {
  RunResult result;
  RunRecord &record = result.record;
  record.number = number;
  record.repetition = planned.repetition;
  record.role = planned.role;
  record.threads = planned.size.threads;
  record.ranks = planned.size.ranks;
  record.expected_status = setting.expected_status;
  record.argv = commandFor(setting.programs.of(planned.role), planned.size);
  if (takesMessageLibrary(setting, record))
    record.argv = preloadedIntoRanks(record.argv, setting);
  result.folder = setting.folder + "/" + runFolderName(number);
  if (Result<void> made = makeFolder(result.folder, 0700); !made.ok()) {
    result.error = made.error();
    return result;
  }
  start(seams, setting, result);
  if (result.error)
    return result;
  result.warnings = bringStagedFiles(result.folder);
  if (isProbed(planned.role)) {
    readProfiles(seams, result);
    if (result.profile)
      record.profile = profilePath(setting, result, *result.profile, "profile");
    if (result.profile)
      result.error = wrongBuild(result);
    else if (!result.error && !failed(record)) {
      const bool is_job = record.ranks > 0 && !messageFilesIn(result.folder).empty();
      result.no_region = !is_job;
      if (!is_job)
        result.error = nothingMeasured(result);
      else if (std::string idle = idleProbesOfRanks(result); !idle.empty())
        result.warnings.push_back(idle);
    }
  }
  findIdleProbes(setting.programs, result);
  std::vector<Window> windows = windowsIn(seams, result.folder);
  if (record.ranks > 0) {
    takeRanks(windows, setting, result);
  } else {
    result.window = chooseWindow(seams, windows, result);
    if (!result.error)
      result.error = unaskedJob(windows, record);
  }
  takeWindow(result);
  return result;
}

std::string statusHint(int exit_status) {
  return "; if that is no failure, say --status " + std::to_string(exit_status);
}

std::string failureText(const RunResult &result) {
  const RunRecord &record = result.record;
  std::string text = programTitle(record.role);
  if (record.role != role::serial && !isExtra(record.role))
    text += ", " + sizeText(record.size());
  text += " (" + quoteCommand(record.argv) + "), ";
  if (record.timed_out)
    text += "did not end in time";
  else if (record.signal)
    text += std::string("was ended by signal ") + std::to_string(record.signal) + " (" +
            ::strsignal(record.signal) + ")";
  else
    text += "ended with status " + std::to_string(record.exit_status);
  if (!record.lost.empty())
    text += "; lost: " + record.lost;
  std::string last = lastLine(result.folder + "/stderr");
  return last.empty() ? text : text + "; its last line: " + last;
}

} // namespace tare
