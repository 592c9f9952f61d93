// SPDX-License-Identifier: Apache-2.0
// A scripted world for the runner: no process is started and no time passes.
#pragma once

#include "base/files.h"
#include "base/text.h"
#include "driver/runs/experiment_run.h"
#include "runtime/profile_format.h"
#include "scratch.h"

#include <deque>
#include <functional>
#include <optional>
#include <sstream>

namespace tare::testing {

/// What one process does. A profile comes only from an instrumented one (argv[0] "./pi", "./si").
struct Act {
  Outcome outcome;
  std::string output = "42\n";
  std::string error_output;
  double seconds = 1.0;
  double runq_s = 0;
  std::optional<double> cpu_s; // of the window; none: all of it
  std::string openmp_file;
  int windows = 1;
  /// What starts the program, and waits for it: a window that is longer, and has computed less.
  std::optional<int> launcher_threads;
  int profiles = 1;
  bool swap_builds = false; // the profile is one of the other role's program
};

/// Its threads wait for a CPU half of the time.
inline void disturb(Act &act, bool wanted) {
  if (wanted) {
    act.seconds = 2;
    act.runq_s = 1;
  }
}

/// Writes what a real process would leave behind: stdout, stderr, windows, profiles.
class FakeProcesses final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override {
    commands.push_back(command);
    Act act = script ? script(command, commands.size()) : Act();
    if (!act.outcome.wall_s)
      act.outcome.wall_s = act.seconds;
    write(command.standard_output, act.output);
    write(command.standard_error, act.error_output);
    for (int i = 0; i < act.windows; ++i)
      writeWindow(command, act, i);
    if (act.launcher_threads)
      write(command.environment.at("TARE_WINDOW") + ".99",
            std::to_string(*act.launcher_threads) + ' ' + std::to_string(act.seconds + 5) +
                " 0 0.001");
    for (int i = 0; i < act.profiles && endsWith(command.argv[0], "i"); ++i)
      writeProfile(command, i, (command.argv[0] == "./si") != act.swap_builds);
    if (watch)
      watch(commands.size());
    return act.outcome;
  }

  static std::string threads(const Command &command) {
    return command.environment.at("OMP_NUM_THREADS");
  }

  /// "serial 1", "pi 2", ...: who ran, with how many threads.
  std::vector<std::string> order() const {
    std::vector<std::string> names;
    for (const Command &command : commands)
      names.push_back(command.argv[0].substr(2) + " " + threads(command));
    return names;
  }

  std::vector<Command> commands;
  std::function<Act(const Command &, size_t)> script;
  std::function<void(size_t)> watch; // called after each process

private:
  static void write(const std::string &path, const std::string &text) {
    (void)writeFileAtomic(path, text, 0600).ok();
  }

  /// The first window is the program's; further ones are helpers with one thread, and shorter.
  static void writeWindow(const Command &command, const Act &act, int index) {
    std::ostringstream text;
    text << (index ? "1" : threads(command)) << ' ' << act.seconds / (index + 1) << ' '
         << act.runq_s * std::stod(threads(command)) << ' '
         << act.cpu_s.value_or(act.seconds / (index + 1)) << ' ' << act.openmp_file;
    write(command.environment.at("TARE_WINDOW") + "." + std::to_string(100 + index), text.str());
  }

  static void writeProfile(const Command &command, int index, bool of_serial_program) {
    std::string folder =
        command.environment.at("TARE_OUTPUT_DIR") + "/tare-pi-" + std::to_string(index);
    (void)makeFolder(folder).ok();
    int regions = of_serial_program ? 0 : 10 + index;
    write(folder + "/profile.tare", std::to_string(regions));
  }
};

inline Result<Window> readFakeWindow(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text.ok())
    return text.error();
  std::istringstream words(text.value());
  Window window;
  double runq_s = 0, cpu_s = 0;
  words >> window.threads >> window.seconds >> runq_s >> cpu_s >> window.openmp_file;
  window.clock = TARE_CLOCK_TSC;
  window.ticks_per_second = 1e9;
  window.ticks = static_cast<Ticks>(window.seconds * 1e9);
  window.runq_ns = static_cast<uint64_t>(runq_s * 1e9);
  window.cpu_ns = static_cast<uint64_t>(cpu_s * 1e9);
  window.counts.faults = 123;
  return window;
}

inline Result<Profile> readFakeProfile(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text.ok())
    return text.error();
  Profile profile;
  profile.path = path;
  profile.regions = std::stoul(text.value());
  profile.of_serial_program = profile.regions == 0;
  profile.window = 1000000000;
  profile.clock = TARE_CLOCK_TSC;
  profile.ticks_per_second = 1e9;
  return profile;
}

/// Probes and foreign load as scripted; quiet when nothing is.
class FakeNoise final : public NoiseMeter {
public:
  ProbeTimes probe() override {
    ++probes;
    return script ? script(probes) : ProbeTimes{0.001, 0.002};
  }
  double busySeconds() override { return 0; }
  int probes = 0;
  std::function<ProbeTimes(int)> script;
};

class FakeClock final : public Clock {
public:
  double seconds() override { return now; }
  double now = 0;
};

/// An experiment with everything faked; a test changes what it is about.
struct FakeExperiment {
  FakeExperiment() {
    manifest.program = "p";
    manifest.reference = "serial";
    manifest.threads = {1, 2};
    manifest.repeat = 2;
    manifest.repeat_given = true;
    manifest.machine.cores = 2;
    setting.folder = folder.path();
    setting.programs = {{"./s"}, {"./p"}, {"./pi"}};
    setting.window_library = "/prefix/lib/libtare-window.so";
  }

  /// Static programs: they have no windows. Whether their profiles know the clock's rate.
  void makeStatic(bool rate_is_told) {
    read_profile = [=](const std::string &path) {
      Result<Profile> read = readFakeProfile(path);
      if (read.ok() && !rate_is_told)
        read.value().ticks_per_second = 0;
      return read;
    };
    processes.script = [](const Command &, size_t) {
      Act act;
      act.windows = 0;
      return act;
    };
  }

  ExperimentEnd run() {
    Progress progress(stderr, Progress::Kind::Silent, clock);
    ExperimentRun experiment({processes, noise, readFakeWindow, read_profile}, setting, manifest,
                             progress);
    ExperimentEnd end = experiment.run();
    result = experiment.manifest();
    return end;
  }

  Scratch folder;
  FakeProcesses processes;
  FakeNoise noise;
  FakeClock clock;
  std::function<Result<Profile>(const std::string &)> read_profile = readFakeProfile;
  RunSetting setting;
  Manifest manifest;
  Manifest result;
};

} // namespace tare::testing
