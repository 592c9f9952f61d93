// SPDX-License-Identifier: Apache-2.0
#include "driver/results/run_profiles.h"

#include "analyzer/books/conservation.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/results/run_messages.h"

#include <algorithm>

namespace tare {

/// After the first rank of its host; 0: there is none earlier, or its clock is another one.
static Ticks beginOf(const RankRecord &rank, const RunRecord &run) {
  int64_t earliest = rank.begin_tick;
  bool is_comparable = rank.host == run.of_ranks.front().host;
  for (const RankRecord &other : run.of_ranks)
    if (other.host == rank.host)
      earliest = std::min(earliest, other.begin_tick);
  return is_comparable ? rank.begin_tick - earliest : 0;
}

/// A rank that executed no region: all of its time is serial code.
static std::shared_ptr<const Profile> withoutRegions(const RankRecord &rank, const RunRecord &run,
                                                     double ticks_per_second) {
  auto profile = std::make_shared<Profile>();
  profile->program = run.argv.empty() ? "" : run.argv.front();
  profile->ticks_per_second = ticks_per_second;
  profile->threads_asked = static_cast<uint32_t>(run.size().threadsOfRank());
  profile->rank = rank.rank;
  profile->window = rank.window_ticks;
  profile->log_complete = true;
  profile->threads.resize(1);
  profile->threads[0].initial = true;
  profile->threads[0].serial_ticks = rank.window_ticks;
  return profile;
}

Result<InstrumentedRun> RunProfiles::of(const RunRecord &run) {
  std::pair key(run.number, run.profile);
  auto found = runs_.find(key);
  if (found == runs_.end()) {
    TARE_TRY(InstrumentedRun run_made, made(run));
    found = runs_.emplace(key, std::move(run_made)).first;
  }
  return found->second;
}

Result<InstrumentedRun> RunProfiles::made(const RunRecord &run) {
  bool has_regions = !run.profile.empty() || run.of_ranks.empty();
  const RankRecord *first = run.of_ranks.empty() ? nullptr : &run.of_ranks.front();
  InstrumentedRun result;
  if (has_regions) {
    TARE_TRY(result, read(run.profile, run.number));
  } else {
    result.profile = withoutRegions(*first, run, ticks_per_second_);
  }
  for (const RankRecord &rank : run.of_ranks) {
    if (has_regions ? rank.profile == run.profile : &rank == first) {
      result.rank = rank.rank;
      result.before = beginOf(rank, run);
      continue;
    }
    InstrumentedRun other;
    if (rank.profile.empty()) {
      other.profile = withoutRegions(rank, run, ticks_per_second_);
    } else {
      TARE_TRY(other, read(rank.profile, run.number));
    }
    other.rank = rank.rank;
    other.before = beginOf(rank, run);
    result.others.push_back(std::move(other));
  }
  TARE_DO(addMessages(folder_, run, result));
  result.runq_s = run.runq_s;
  result.cpu_s = run.cpu_s;
  result.counts = run.counts;
  return result;
}

Result<InstrumentedRun> RunProfiles::read(const std::string &profile, int run) {
  InstrumentedRun &known = known_[profile];
  if (!known.profile) {
    std::string path = realPath(folder_ + "/" + profile);
    if (profile.empty() || !startsWith(path, realPath(folder_) + "/"))
      return Error{"run " + std::to_string(run) + " has no profile in this folder", folder_,
                   "measure again, or restore its files"};
    TARE_TRY(Profile read, read_(path));
    TARE_DO(take(std::move(read), known));
  }
  return known;
}

/// Only a measured profile can be held against its log: approximated cells come from the log.
Result<void> RunProfiles::take(Profile profile, InstrumentedRun &run) {
  run.teams = std::make_shared<const Teams>(profile);
  if (approximate_ && profile.regions + profile.of_serial_program > 0) {
    TARE_DO(checkConservation(profile, *run.teams));
    std::vector<RegionSpan> regions = regionSpans(profile);
    Approximation approximation = approximate_(std::move(profile), *run.teams);
    run.measured = approximation.measured;
    run.measured_window = approximation.measured_window;
    run.unfounded = approximation.unfounded;
    run.observed = approximation.observed;
    run.lock_probes = approximation.lock_probes;
    run.set_up = approximation.set_up;
    profile = std::move(approximation.profile);
    if (profile.rank >= 0)
      run.probe_times = std::make_shared<const RankProbeTimes>(
          probeTimes(regions, regionSpans(profile), run.measured_window, profile.window));
  }
  run.profile = std::make_shared<const Profile>(std::move(profile));
  return {};
}

} // namespace tare
