// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/shared_processors.h"

#include "analyzer/jobs/measured_turns.h"
#include "analyzer/jobs/message_costs.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

/// The share of a processor that each runnable rank of a group had, over time.
class ShareOverTime {
public:
  void wants(double begin, double end, double processors) {
    if (begin < end) {
      changes_[begin] += processors;
      changes_[end] -= processors;
    }
  }

  void finish(double processors) {
    double wanted = 0, had = 0, before = 0;
    for (auto [at, change] : changes_) {
      had += (at - before) * rate(wanted, processors);
      wanted += change;
      before = at;
      steps_.push_back({at, had, rate(wanted, processors)});
    }
  }

  /// Processor time of a rank that was runnable all the time.
  double within(double begin, double end) const { return until(end) - until(begin); }

private:
  struct Step {
    double at = 0, had = 0, rate = 1;
  };
  static double rate(double wanted, double processors) {
    return wanted <= processors ? 1 : processors / wanted;
  }
  double until(double at) const {
    auto above = std::ranges::upper_bound(steps_, at, {}, &Step::at);
    if (above == steps_.begin())
      return at;
    const Step &step = *std::prev(above);
    return step.had + (at - step.at) * step.rate;
  }

  std::map<double, double> changes_;
  std::vector<Step> steps_;
};

JobDurations inShares(const Job &job, JobDurations durations, const JobPlacement &was,
                      RankWaits waits) {
  std::vector<ShareOverTime> shares(was.processors.size());
  auto runs = [&](const JobRank &rank, size_t r, size_t c) {
    if (rank.calls[c].is_start_or_end && durations.fixes_start_and_end)
      return false;
    return waits == RankWaits::Spins ||
           durations.ranks[r].own[c] >= static_cast<double>(rank.calls[c].duration());
  };
  for (size_t r = 0; r < job.ranks.size(); ++r) {
    const JobRank &rank = job.ranks[r];
    auto before = static_cast<double>(rank.begin);
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      auto begin = static_cast<double>(rank.calls[c].begin);
      auto end = static_cast<double>(rank.calls[c].end);
      shares[was.group[r]].wants(before, begin, rank.threads);
      if (runs(rank, r, c))
        shares[was.group[r]].wants(begin, end, 1);
      before = end;
    }
    shares[was.group[r]].wants(before, static_cast<double>(rank.end), rank.threads);
  }
  for (size_t group = 0; group < shares.size(); ++group)
    shares[group].finish(was.processors[group]);
  for (size_t r = 0; r < job.ranks.size(); ++r) {
    const JobRank &rank = job.ranks[r];
    const ShareOverTime &share = shares[was.group[r]];
    auto before = static_cast<double>(rank.begin);
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      auto begin = static_cast<double>(rank.calls[c].begin);
      auto end = static_cast<double>(rank.calls[c].end);
      durations.ranks[r].work[c] *=
          begin > before ? share.within(before, begin) / (begin - before) : 1;
      if (runs(rank, r, c) && end > begin)
        durations.ranks[r].own[c] *= share.within(begin, end) / (end - begin);
      before = end;
    }
    if (auto end = static_cast<double>(rank.end); end > before)
      durations.ranks[r].work.back() *= share.within(before, end) / (end - before);
  }
  return durations;
}

/// Of a rank that had turns.
void useTurns(const JobRank &rank, const RankUse &use, const MessageCosts &costs, bool fixes_ends,
              RankDurations &durations) {
  for (size_t c = 0; c < rank.calls.size(); ++c) {
    const JobCall &call = rank.calls[c];
    durations.work[c] = use.work(c);
    auto whole = static_cast<double>(call.duration());
    if ((call.is_start_or_end && fixes_ends) || use.inCall(c) >= whole)
      continue;
    durations.own[c] = std::min(durations.own[c], use.inCall(c));
    for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
      durations.lag[i] = std::min(durations.lag[i], costs.lag(rank.needs[i]));
  }
  durations.work.back() = use.work(rank.calls.size());
}

} // namespace

JobDurations inProcessorTime(const Job &job, JobDurations durations, const SharedBefore &before) {
  const JobPlacement &was = before.placement;
  if (before.turn <= 0)
    return inShares(job, std::move(durations), was, before.waits);
  std::vector<RankUse> uses = measuredTurns(job, durations, was, before.waits, before.turn);
  JobDurations shares = inShares(job, durations, was, before.waits);
  MessageCosts costs(job, before.network, was);
  for (size_t r = 0; r < job.ranks.size(); ++r)
    if (canHaveTurns(job, was, was.group[r]))
      useTurns(job.ranks[r], uses[r], costs, durations.fixes_start_and_end, durations.ranks[r]);
    else
      durations.ranks[r] = std::move(shares.ranks[r]);
  return durations;
}

} // namespace tare
