// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job_probes.h"

#include "analyzer/jobs/replay_job.h"

#include <algorithm>

namespace tare {

JobDurations withoutProbes(JobDurations durations, const std::vector<RankProbes> &probes,
                           double *unfounded) {
  double missing = 0;
  auto shorten = [&](std::vector<double> &times, const std::vector<double> &costs) {
    for (size_t i = 0; i < std::min(times.size(), costs.size()); ++i) {
      missing += std::max(0.0, costs[i] - times[i]);
      times[i] = std::max(0.0, times[i] - costs[i]);
    }
  };
  for (size_t r = 0; r < std::min(durations.ranks.size(), probes.size()); ++r) {
    shorten(durations.ranks[r].work, probes[r].in_work);
    shorten(durations.ranks[r].own, probes[r].in_call);
  }
  if (unfounded)
    *unfounded = missing;
  return durations;
}

std::vector<RankProbes> recordsOf(const Job &job, double ticks) {
  std::vector<RankProbes> probes;
  for (const JobRank &rank : job.ranks) {
    RankProbes of{std::vector<double>(rank.calls.size() + 1, ticks), {}};
    of.in_work.front() = 0;
    probes.push_back(std::move(of));
  }
  return probes;
}

Result<Job> jobWithoutProbes(const Job &job, const std::vector<RankProbes> &probes,
                             LateMessages late) {
  DurationRules rules{.late = late, .fixes_start_and_end = true};
  JobTimes times =
      replayJob(job, withoutProbes(measuredDurations(job, rules), probes), measuredPlacement(job));
  if (!times.stuck.empty())
    return stuckError(job, times);
  Job bare = job;
  for (size_t r = 0; r < bare.ranks.size(); ++r) {
    JobRank &rank = bare.ranks[r];
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      JobCall &call = rank.calls[c];
      call.begin = wholeTicks(times.calls[r][c].begin);
      call.end = wholeTicks(times.calls[r][c].end);
      call.start_or_end = std::min(call.start_or_end, call.duration());
    }
    rank.end = wholeTicks(times.ends[r]);
    rank.record = 0;
  }
  return bare;
}

namespace {

/// By how much the calls of a lane are longer in `measured`, at the places that `rows` has.
void tellProbes(const JobRank &measured, const JobRank &bare, RankRows &rows) {
  for (size_t c = 0; c < bare.calls.size(); ++c) {
    const JobCall &call = bare.calls[c];
    auto at = std::ranges::find_if(rows.at, [&](const RankMpiAt &place) {
      return place.node == call.node && place.in_region == call.in_region;
    });
    Ticks longer = measured.calls[c].duration() - call.duration() + wholeTicks(measured.record);
    if (at != rows.at.end())
      at->probes += threadsIn(bare, call) * longer;
  }
}

} // namespace

Result<JobRows> rowsWithoutProbes(const Job &job, const std::vector<RankProbes> &probes,
                                  LateMessages late) {
  TARE_TRY(Job bare, jobWithoutProbes(job, probes, late));
  TARE_TRY(JobRows rows, jobRows(bare));
  rows.with_probes = job.total();
  for (size_t r = 0; r < job.ranks.size(); ++r)
    tellProbes(job.ranks[r], bare.ranks[r], rows.ranks[r]);
  return rows;
}

} // namespace tare
