// SPDX-License-Identifier: Apache-2.0
#include "driver/follow/live_state.h"

#include "analyzer/accounts/experiment.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/tables/account.h"
#include "analyzer/whatif/finished_part.h"
#include "analyzer/whatif/scenario_run.h"
#include "base/files.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace tare {

namespace {

Result<Profile> readWhileWritten(const std::string &path) {
  constexpr int tries = 5;
  for (int left = tries - 1;; --left) {
    Result<Profile> read = readProfile(path);
    if (read.ok() || left == 0)
      return read;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// Rows of at least a hundredth of the time, without a serial program to compare with.
std::map<std::string, double> lostIn(const Profile &profile) {
  std::map<std::string, double> lost;
  Experiment experiment;
  experiment.reference = "none";
  Repetition repetition;
  repetition.threads = static_cast<int>(profile.threads_asked);
  repetition.instrumented.profile = std::make_shared<const Profile>(profile);
  experiment.repetitions.push_back(std::move(repetition));
  Result<Ledger> ledger = account(experiment);
  if (!ledger.ok() || ledger.value().tables.empty())
    return lost;
  const Table &table = ledger.value().tables.front();
  for (const LedgerLine &line : table.overheads)
    if (double part = line.time.time_s / table.parallel_time.time_s; part >= 0.01)
      lost[labelOf(line.category)] = part;
  return lost;
}

std::map<std::string, double> spentIn(const Profile &profile) {
  std::map<std::string, double> spent;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t node = 0; thread.initial && node < thread.nodes.size(); ++node)
      if (Ticks span = thread.nodes[node].span; span > 0)
        spent[shownPlace(*profile.node(node))] +=
            static_cast<double>(span) / profile.ticks_per_second;
  return spent;
}

std::map<std::string, double> partsBetween(const LiveState &then, const LiveState &now) {
  std::map<std::string, double> parts;
  double all = 0;
  for (const auto &[region, spent] : now.spent) {
    auto before = then.spent.find(region);
    parts[region] = spent - (before == then.spent.end() ? 0 : before->second);
    all += parts[region];
  }
  for (auto &[region, part] : parts)
    part = all > 0 ? part / all : 0;
  return parts;
}

} // namespace

Result<LiveState> readLive(const std::string &path, const std::vector<Scenario> &asked,
                           double cores) {
  TARE_TRY(Profile profile, readWhileWritten(path));
  LiveState state;
  state.program = profile.program;
  state.threads = static_cast<int>(profile.threads_asked);
  state.elapsed_s = static_cast<double>(profile.window) / profile.ticks_per_second;
  state.regions = static_cast<double>(profile.regions);
  state.spent = spentIn(profile);
  state.lost = lostIn(profile);
  if (asked.empty())
    return state;
  Result<Profile> part = finishedPart(std::move(profile));
  std::optional<Teams> teams;
  if (part.ok())
    teams.emplace(part.value());
  for (const Scenario &scenario : asked) {
    LiveForecast forecast{scenario.text(), 1, part.ok() ? "" : part.error().message};
    if (part.ok() && part.value().window > 0) {
      Result<ScenarioRun> run = predictRun(part.value(), *teams, scenario, {.cores = cores});
      if (run.ok())
        forecast.ratio = static_cast<double>(run.value().profile->window) /
                         static_cast<double>(part.value().window);
      else
        forecast.reason = run.error().message;
    }
    state.forecasts.push_back(std::move(forecast));
  }
  return state;
}

bool isNewPhase(const LiveState &before, const LiveState &then, const LiveState &now) {
  constexpr double little = 0.1, most = 0.5;
  std::map<std::string, double> was = partsBetween(before, then), is = partsBetween(then, now);
  auto ran = [](const std::map<std::string, double> &parts) {
    return std::ranges::any_of(parts, [](const auto &region) { return region.second > 0; });
  };
  if (!ran(was) || !ran(is))
    return false;
  double gone = 0, come = 0;
  for (const auto &[region, part] : is)
    come += was[region] < little ? part : 0;
  for (const auto &[region, part] : was)
    gone += is[region] < little ? part : 0;
  return come > most || gone > most;
}

} // namespace tare
