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
#include <memory>
#include <thread>
#include <utility>

namespace tare {

namespace {

/// A scenario of more threads has as much more of everything.
uint64_t logFor(int threads, const std::vector<Scenario> &asked) {
  constexpr uint64_t least = uint64_t(8) << 10;
  auto now = static_cast<uint64_t>(std::max(threads, 1)), most = now;
  for (const Scenario &scenario : asked)
    most = std::max(most, static_cast<uint64_t>(std::max(scenario.threads, 0)));
  return std::max(most_followed_log * now / most, least);
}

Result<Profile> readWhileWritten(const std::string &path, uint64_t most_log) {
  constexpr int tries = 5;
  for (int left = tries - 1;; --left) {
    Result<Profile> read = readRunningProfile(path, most_log);
    if (read.ok() || left == 0)
      return read;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// Rows of at least a hundredth of the time, without a serial program to compare with.
Result<std::map<std::string, double>> lostIn(std::shared_ptr<const Profile> part) {
  std::map<std::string, double> lost;
  Experiment experiment;
  experiment.reference = "none";
  Repetition repetition;
  repetition.threads = static_cast<int>(part->threads_asked);
  repetition.instrumented.profile = std::move(part);
  experiment.repetitions.push_back(std::move(repetition));
  TARE_TRY(Ledger ledger, account(experiment));
  if (ledger.tables.empty())
    return lost;
  const Table &table = ledger.tables.front();
  for (const LedgerLine &line : table.overheads)
    if (double ratio = line.time.time_s / table.parallel_time.time_s; ratio >= 0.01)
      lost[labelOf(line.category)] = ratio;
  return lost;
}

LiveForecast forecastOf(const Profile &part, const Teams &teams, const Scenario &scenario,
                        const RunKnowledge &knowledge) {
  LiveForecast forecast{scenario.text(), 1, ""};
  Result<ScenarioRun> run = predictRun(part, teams, scenario, knowledge);
  if (run.ok())
    forecast.ratio =
        static_cast<double>(run.value().profile->window) / static_cast<double>(part.window);
  else
    forecast.reason = run.error().message;
  return forecast;
}

/// Of the regions that have ended.
Result<Profile> finishedOf(Profile live) {
  constexpr const char *none = "not known yet: no region has ended";
  if (std::ranges::none_of(live.threads, [](const ProfileThread &thread) {
        return std::ranges::any_of(thread.nodes, [](const ProfileNode &n) {
          return n.instances > 0 || n.cells[Spent::Skipped].entries > 0;
        });
      }))
    return Error{none};
  TARE_TRY(Profile part, finishedPart(std::move(live)));
  bool any =
      std::ranges::any_of(part.threads, [](const ProfileThread &t) { return !t.log.empty(); });
  if (!any || part.window <= 0)
    return Error{none};
  return part;
}

std::map<std::string, double> spentIn(const Profile &profile) {
  std::map<std::string, double> spent;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t node = 0; thread.initial && node < thread.nodes.size(); ++node)
      if (Ticks span = thread.nodes[node].span; span > 0)
        spent[shownPlace(*profile.node(node))] += static_cast<double>(span);
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
                           const KnowledgeOf &knowledge, int threads) {
  TARE_TRY(Profile profile, readWhileWritten(path, logFor(threads, asked)));
  if (auto now = static_cast<int>(profile.threads_asked); threads != now) {
    profile = Profile();
    TARE_TRY(profile, readWhileWritten(path, logFor(now, asked)));
  }
  LiveState state;
  state.program = profile.program;
  state.rank = profile.rank;
  state.threads = static_cast<int>(profile.threads_asked);
  state.cut_reason = profile.cut_reason;
  state.elapsed_s = static_cast<double>(profile.window) / profile.ticks_per_second;
  state.regions = static_cast<double>(profile.regions);
  state.spent = spentIn(profile);
  Result<Profile> finished = finishedOf(std::move(profile));
  if (!finished.ok()) {
    state.reason = finished.error().message;
    for (const Scenario &scenario : asked)
      state.forecasts.push_back({scenario.text(), 1, state.reason});
    return state;
  }
  auto part = std::make_shared<const Profile>(std::move(finished).value());
  if (!asked.empty()) {
    Teams teams(*part);
    RunKnowledge known = knowledge ? knowledge(*part) : RunKnowledge();
    for (const Scenario &scenario : asked)
      state.forecasts.push_back(forecastOf(*part, teams, scenario, known));
  }
  if (Result<std::map<std::string, double>> lost = lostIn(std::move(part)); lost.ok())
    state.lost = std::move(lost).value();
  else
    state.reason = lost.error().message;
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

bool PhaseWatch::isNew(const LiveState &now) {
  if (now.spent == last_.spent)
    return false;
  bool is_new = isNewPhase(before_, last_, now);
  before_ = std::exchange(last_, now);
  return is_new;
}

} // namespace tare
