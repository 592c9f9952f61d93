// SPDX-License-Identifier: Apache-2.0
#include "driver/verify_forecast.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/process.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/results/noise.h"
#include "driver/results/results.h"
#include "driver/results/source_hashes.h"
#include "driver/runs/run_once.h"
#include "driver/weigh.h"
#include "driver/whatif/bands.h"
#include "driver/whatif/edited_schedule.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Words = std::vector<std::string>;

constexpr int runs_each = 5;

/// The source that the command of Tare's build names, with the places of all changes.
Result<std::string> sourceToEdit(const Manifest &manifest, const Words &words,
                                 const Scenario &scenario) {
  std::string name;
  for (const ConstructChange &change : scenario.changes) {
    std::string file = change.place.substr(0, change.place.rfind(':'));
    if (!name.empty() && file != name)
      return Error{"its changes are in several sources", name + ", " + file};
    name = file;
  }
  if (!manifest.sources.contains(name))
    return Error{"its schedule is in a source that Tare did not build", name};
  bool is_named = std::ranges::any_of(words, [&](const std::string &word) {
    return word == name || baseName(word) == baseName(name);
  });
  if (!is_named)
    return Error{"its schedule is in a header", name,
                 "only the source that the compiler is given is changed for a trial"};
  return name;
}

/// One source that Tare built, with other clauses; the program in `folder`.
Result<std::string> builtWith(const Manifest &manifest, const Scenario &scenario,
                              const std::string &folder) {
  auto compile = manifest.compile.find(role::parallel);
  if (compile == manifest.compile.end())
    return Error{"its schedule is in a source that Tare did not build"};
  TARE_TRY(Words words, splitCommand(compile->second));
  TARE_TRY(std::string name, sourceToEdit(manifest, words, scenario));
  if (!changedSources(manifest).empty())
    return Error{"its source is not what was measured", name, "measure it again: tare overheads"};
  std::string path = manifest.source_root + "/" + name;
  TARE_TRY(std::string text, readFile(path));
  for (const ConstructChange &change : scenario.changes) {
    size_t colon = change.place.rfind(':');
    int line = colon == std::string::npos ? 0 : std::atoi(change.place.c_str() + colon + 1);
    Result<std::string> edited = withSchedule(text, line, change.schedule);
    if (!edited.ok())
      return Error{edited.error().message, change.place};
    text = edited.value();
  }
  std::string copy = folder + "/" + baseName(name), program = folder + "/program";
  TARE_DO(writeFileAtomic(copy, text));
  for (std::string &word : words)
    if (word == name || baseName(word) == baseName(name))
      word = copy;
  words.insert(words.end(), {"-I", folderOf(path), "-o", program});
  Command command;
  command.argv = words;
  command.working_folder = manifest.started_in;
  TARE_TRY(Captured built, runAndCapture(command));
  if (built.outcome.exit_status != 0)
    return Error{"the source with that schedule does not compile: " +
                 built.error_output.substr(0, built.error_output.find('\n'))};
  return program;
}

/// Settings that a scenario asks of the environment, as words in front of a command.
Words settingsOf(const Scenario &scenario) {
  Words words;
  auto set = [&](const std::string &text) {
    if (words.empty())
      words.push_back("env");
    words.push_back(text);
  };
  if (scenario.waiting != Waiting::AsMeasured)
    set(std::string("OMP_WAIT_POLICY=") +
        (scenario.waiting == Waiting::Active ? "active" : "passive"));
  if (scenario.pinned) {
    set("OMP_PLACES=cores");
    set("OMP_PROC_BIND=close");
  }
  if (scenario.cores > 0)
    words.insert(words.end(), {"taskset", "-c", firstCores(static_cast<int>(scenario.cores))});
  return words;
}

Result<void> canBeRun(const Scenario &scenario) {
  for (const ConstructChange &change : scenario.changes)
    if (change.kind != ConstructChange::Kind::Schedule)
      return Error{"it needs a change of the program by hand"};
  if (scenario.cores > 0 && scenario.cores != std::floor(scenario.cores))
    return Error{"a part of a core cannot be given"};
  if (scenario.cores > coresAllowed())
    return Error{"there are " + numberOf(coresAllowed(), "core") + " here, not " +
                 std::to_string(static_cast<int>(scenario.cores))};
  return {};
}

Verification compared(const Forecast &forecast, const std::vector<double> &then,
                      const std::vector<double> &now) {
  constexpr double alike = 0.2; // of the measured time: what a machine's mood may be
  Verification verified;
  verified.runs = static_cast<int>(then.size());
  verified.as_is = meanWithBand(then);
  std::vector<double> scaled;
  for (size_t i = 0; i < then.size(); ++i)
    scaled.push_back(now[i] / then[i] * forecast.base.time_s);
  verified.time = meanWithBand(scaled);
  verified.comparable = std::abs(verified.as_is.time_s / forecast.base.time_s - 1) <= alike;
  verified.inside =
      verified.time.low_s <= forecast.time.high_s && forecast.time.low_s <= verified.time.high_s;
  return verified;
}

} // namespace

Result<Words> plainCommand(const Manifest &manifest, RunSize size) {
  auto typed = manifest.commands.find(role::parallel);
  const char *hole = size.ranks > 0 ? "{ranks}" : "{threads}";
  if (typed != manifest.commands.end() && typed->second.find(hole) != std::string::npos) {
    TARE_TRY(Words words, splitCommand(typed->second));
    if (words.front().find('=') != std::string::npos) // settings, as a shell has them
      words.insert(words.begin(), "env");
    return words;
  }
  for (const RunRecord &run : manifest.runs)
    if (run.role == role::parallel && !failed(run) && (size.ranks == 0 || run.size() == size))
      return run.argv;
  return Error{"these results have no run of the plain program"};
}

Result<Verification> verifyInTurns(const Manifest &manifest, const ComparedCommands &commands,
                                   const Forecast &forecast) {
  TARE_DO(canRun());
  TARE_TRY(std::string path, makeTemporaryFolder("tare-whatif"));
  TemporaryFolder folder(path);
  Programs programs;
  programs.parallel = commands.as_is;
  RunSetting setting = settingOf(folder.path(), programs, {});
  setting.message_library = commands.message_library;
  setting.delays_messages = !commands.message_library.empty();
  SystemProcessRunner processes;
  SystemNoiseMeter noise;
  std::vector<double> then, now;             // as it is, and changed: seconds
  for (int run = 0; run <= runs_each; ++run) // the first is a warm-up
    for (bool as_is : {true, false}) {
      setting.programs.parallel = as_is ? commands.as_is : commands.changed;
      PlannedRun planned{run, role::parallel, as_is ? commands.as_is_size : commands.changed_size};
      RunResult result = runOnce({processes, noise}, setting, planned, 2 * run + as_is + 1);
      if (result.interrupted)
        return Error{.message = "interrupted", .signal = result.interrupted};
      if (result.error)
        return *result.error;
      if (failed(result.record))
        return Error{failureText(result)};
      if (run > 0)
        (as_is ? then : now).push_back(windowSeconds(result.record, manifest));
    }
  return compared(forecast, then, now);
}

Result<Verification> verifyForecast(const std::string &results, const Scenario &scenario,
                                    const Forecast &forecast) {
  TARE_DO(canBeRun(scenario));
  TARE_TRY(Manifest manifest, readManifest(results));
  TARE_TRY(Words command, plainCommand(manifest, forecast.base_threads));
  TARE_TRY(std::string path, makeTemporaryFolder("tare-whatif"));
  TemporaryFolder folder(path);
  Words changed = command;
  if (!scenario.changes.empty()) {
    TARE_TRY(changed.front(), builtWith(manifest, scenario, folder.path()));
  }
  Words settings = settingsOf(scenario);
  changed.insert(changed.begin(), settings.begin(), settings.end());
  return verifyInTurns(manifest, {command, changed, forecast.base_threads, forecast.threads, {}},
                       forecast);
}

} // namespace tare
