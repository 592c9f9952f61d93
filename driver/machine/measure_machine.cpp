// SPDX-License-Identifier: Apache-2.0
#include "driver/machine/measure_machine.h"

#include "base/file_lock.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/calibration/key.h"
#include "driver/machine/rounds_output.h"

#include <algorithm>

namespace tare {
namespace {

constexpr double round_timeout_s = 60;

std::string machineProgram(const MachineSeams &seams, const std::string &openmp_runtime) {
  return seams.prefix + "/libexec/tare/tare-machine-" + openmp_runtime;
}

/// Runs of the program, one after the other.
class Rounds {
public:
  Rounds(const MachineSeams &seams, std::string program, std::string folder)
      : seams_(seams), program_(std::move(program)), folder_(std::move(folder)) {}

  Result<RoundsOutput> run(const TeamSetting &setting, const std::string &what) {
    Command command;
    command.argv = {program_, setting.pinned ? "pinned" : "on", std::to_string(setting.cores), what};
    command.environment = {{"OMP_NUM_THREADS", std::to_string(setting.threads)},
                           {"OMP_DYNAMIC", "false"}};
    command.unset = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
    if (setting.waiting == Waiting::AsMeasured)
      command.unset.push_back("OMP_WAIT_POLICY");
    else
      command.environment["OMP_WAIT_POLICY"] =
          setting.waiting == Waiting::Active ? "active" : "passive";
    command.standard_input = "/dev/null";
    command.standard_output = folder_ + "/stdout";
    command.standard_error = folder_ + "/stderr";
    command.timeout_s = round_timeout_s;
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    if (outcome.interrupted)
      return Error{.message = "interrupted", .signal = outcome.interrupted};
    if (outcome.exit_status != 0)
      return Error{"the program that measures the machine " +
                       std::string(outcome.timed_out ? "did not end in time"
                                                     : "ended with status " +
                                                           std::to_string(outcome.exit_status)),
                   program_};
    TARE_TRY(std::string text, readFile(folder_ + "/stdout", 1 << 20));
    TARE_TRY(RoundsOutput output, placedAt(program_, readRoundsOutput(text)));
    if (output.threads != setting.threads)
      return Error{"its teams have " + std::to_string(output.threads) + " of " +
                       numberOf(setting.threads, "thread"),
                   program_, "does OMP_THREAD_LIMIT allow no more?"};
    return output;
  }

private:
  const MachineSeams &seams_;
  std::string program_, folder_;
};

struct Place {
  CalibrationKey key;
  std::string path; // empty: nothing can be kept
};

Result<Place> placeOf(const MachineSeams &seams, const std::string &openmp_runtime,
                      Rounds &rounds) {
  TARE_TRY(RoundsOutput about, rounds.run({}, "identify"));
  Place place{machineKey(openmp_runtime, about.runtime_file, machineProgram(seams, openmp_runtime)),
              ""};
  if (!seams.folder.empty())
    place.path = machinePath(seams.folder, place.key);
  return place;
}

Result<std::string> folderFor(const MachineSeams &seams, const std::string &openmp_runtime) {
  std::string program = machineProgram(seams, openmp_runtime);
  if (!fileExists(program))
    return Error{"this installation has no program that measures a machine on " + openmp_runtime,
                 seams.prefix,
                 "Tare builds it where a compiler for that runtime is installed (gcc, clang-19)"};
  return makeTemporaryFolder("tare-machine-");
}

std::string settingText(const TeamSetting &setting) {
  std::string text = numberOf(setting.threads, "thread") + " on " + numberOf(setting.cores, "core");
  if (setting.waiting != Waiting::AsMeasured)
    text += setting.waiting == Waiting::Active ? ", active" : ", passive";
  return text + (setting.pinned ? ", pinned" : "");
}

} // namespace

std::vector<TeamSetting> settingsOf(int threads, int cores) {
  return {{threads, cores, Waiting::AsMeasured, false},
          {threads, cores, Waiting::Active, false},
          {threads, cores, Waiting::Passive, false},
          {threads, cores, Waiting::AsMeasured, true}};
}

std::vector<TeamSetting> usualSettings(int cores) {
  std::vector<std::pair<int, int>> teams;
  auto add = [&](int threads, int on) {
    if (std::ranges::find(teams, std::pair(threads, on)) == teams.end())
      teams.emplace_back(threads, on);
  };
  for (int threads = 1; threads < cores; threads *= 2)
    add(threads, cores);
  add(cores, cores);
  for (int on : {cores, cores / 2, 1})
    for (int times : {2, 4})
      if (on >= 1)
        add(times * on, on);
  std::vector<TeamSetting> settings;
  for (auto [threads, on] : teams)
    for (const TeamSetting &setting : settingsOf(threads, on))
      settings.push_back(setting);
  return settings;
}

Result<std::optional<StoredMachine>> keptMachine(const MachineSeams &seams,
                                                 const std::string &openmp_runtime) {
  TARE_TRY(std::string made, folderFor(seams, openmp_runtime));
  TemporaryFolder folder(made);
  Rounds rounds(seams, machineProgram(seams, openmp_runtime), folder.path());
  TARE_TRY(Place place, placeOf(seams, openmp_runtime, rounds));
  if (place.path.empty())
    return std::optional<StoredMachine>();
  return findMachine(place.path, place.key);
}

Result<StoredMachine> measureMachine(const MachineSeams &seams, const std::string &openmp_runtime,
                                     const std::vector<TeamSetting> &settings) {
  TARE_TRY(std::string made, folderFor(seams, openmp_runtime));
  TemporaryFolder folder(made);
  Rounds rounds(seams, machineProgram(seams, openmp_runtime), folder.path());
  TARE_TRY(Place place, placeOf(seams, openmp_runtime, rounds));
  bool has_store = !place.path.empty() && makeFolder(seams.folder, 0700).ok();
  FileLock alone(seams.folder); // two at a time would disturb each other
  if (has_store && !alone.tryTake()) {
    if (seams.say)
      seams.say("waiting for another calibration on this machine");
    alone.take();
  }
  MeasuredMachine more;
  more.openmp_runtime = openmp_runtime;
  for (const TeamSetting &setting : settings) {
    if (seams.say)
      seams.say(openmp_runtime + ": " + settingText(setting));
    TARE_TRY(RoundsOutput output, rounds.run(setting, "team"));
    output.team.setting = setting;
    more.teams.push_back(std::move(output.team));
  }
  int cores = coresAllowed();
  TARE_TRY(RoundsOutput rates, rounds.run({cores, cores}, "rates"));
  more.rates = rates.rates;
  StoredMachine stored{place.key, {}, seams.utc};
  if (has_store)
    if (auto kept = findMachine(place.path, place.key); kept.ok() && kept.value())
      stored.machine = kept.value()->machine;
  addTo(stored.machine, more);
  if (has_store)
    TARE_DO(keepMachine(place.path, stored));
  return stored;
}

} // namespace tare
