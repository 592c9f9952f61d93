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
    double busy_before = seams_.busy_seconds ? seams_.busy_seconds() : 0;
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    double busy = seams_.busy_seconds ? seams_.busy_seconds() - busy_before : 0;
    constexpr double resolution_s = 0.03; // the system counts hundredths
    double others_s = busy - outcome.user_s - outcome.system_s - resolution_s;
    others_ = outcome.wall_s > 0 ? others_s / outcome.wall_s : 0;
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

  /// CPUs that other programs had while the last run was made, in the mean.
  double others() const { return others_; }

private:
  const MachineSeams &seams_;
  std::string program_, folder_;
  double others_ = 0;
};

/// What disturbs a round makes it longer: of two passes the shorter counts.
void keepLeast(MachineCost &cost, const MachineCost &other) {
  if (other.time_s < cost.time_s)
    cost = other;
}

void keepLeast(MeasuredTeam &team, const MeasuredTeam &other) {
  keepLeast(team.lock, other.lock);
  keepLeast(team.dispatch, other.dispatch);
  for (MeetingKind kind : {MeetingKind::Barrier, MeetingKind::Region})
    for (bool alone : {false, true}) {
      MeetingCurve &curve = team.curve(kind, alone);
      for (size_t i = 0; i < curve.size() && i < other.curve(kind, alone).size(); ++i)
        keepLeast(curve[i].cost, other.curve(kind, alone)[i].cost);
    }
}

std::string settingText(const TeamSetting &setting) {
  std::string text = numberOf(setting.threads, "thread") + " on " + numberOf(setting.cores, "core");
  if (setting.waiting != Waiting::AsMeasured)
    text += setting.waiting == Waiting::Active ? ", active" : ", passive";
  return text + (setting.pinned ? ", pinned" : "");
}

/// Measures a setting again and again, and keeps the least of what was not disturbed.
class MeasuredSettings {
public:
  MeasuredSettings(const MachineSeams &seams, Rounds &rounds,
                   const std::vector<TeamSetting> &settings)
      : seams_(seams), rounds_(rounds), settings_(settings), teams_(settings.size()) {}

  Result<void> measure(const std::string &runtime) {
    for (int pass = 1; pass <= most_passes; ++pass)
      for (size_t i = 0; i < settings_.size(); ++i) {
        if (pass > passes && teams_[i])
          continue;
        if (seams_.say)
          seams_.say(runtime + ": " + settingText(settings_[i]) +
                     (pass == 1 ? "" : ", again"));
        TARE_TRY(RoundsOutput output, rounds_.run(settings_[i], "team"));
        output.team.setting = settings_[i];
        if (rounds_.others() > disturbs)
          continue;
        if (teams_[i])
          keepLeast(*teams_[i], output.team);
        else
          teams_[i] = std::move(output.team);
      }
    return {};
  }

  /// Those that were undisturbed once.
  std::vector<MeasuredTeam> teams() const {
    std::vector<MeasuredTeam> all;
    for (const std::optional<MeasuredTeam> &team : teams_)
      if (team)
        all.push_back(*team);
    return all;
  }

private:
  static constexpr int passes = 2;      // far apart: what disturbs one seldom disturbs the other
  static constexpr int most_passes = 4; // where others had the CPUs
  static constexpr double disturbs = 0.05;

  const MachineSeams &seams_;
  Rounds &rounds_;
  const std::vector<TeamSetting> &settings_;
  std::vector<std::optional<MeasuredTeam>> teams_;
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

} // namespace

std::vector<TeamSetting> waysToWait(int threads, int cores) {
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
    for (const TeamSetting &setting : waysToWait(threads, on))
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

Result<JustMeasured> measureMachine(const MachineSeams &seams, const std::string &openmp_runtime,
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
  MeasuredSettings measured(seams, rounds, settings);
  TARE_DO(measured.measure(openmp_runtime));
  MeasuredMachine more;
  more.openmp_runtime = openmp_runtime;
  more.teams = measured.teams();
  int disturbed = static_cast<int>(settings.size() - more.teams.size());
  if (more.teams.empty())
    return Error{"other programs used the CPUs all the time: nothing could be measured",
                 openmp_runtime, "try again on an idle machine"};
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
  return JustMeasured{std::move(stored), disturbed};
}

} // namespace tare
