// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/measured_turns.h"

#include "analyzer/replay/processor_turns.h"

#include <algorithm>

namespace tare {

namespace {

enum class Moment : uint8_t { Begins, Calls, Leaves, Returns, Ends };

struct RankMoment {
  double at = 0;
  uint32_t rank = 0, call = 0;
  Moment moment = Moment::Begins;
};

class MeasuredTurns {
public:
  MeasuredTurns(const Job &job, const JobDurations &durations, const JobPlacement &was,
                RankWaits waits)
      : job_(job), durations_(durations), was_(was), waits_(waits), uses_(job.ranks.size()) {}

  void addGroup(uint32_t group, double turn) {
    std::vector<RankMoment> moments;
    for (uint32_t rank = 0; rank < job_.ranks.size(); ++rank)
      if (was_.group[rank] == group)
        addMoments(rank, moments);
    std::ranges::stable_sort(moments, {}, &RankMoment::at);
    ProcessorTurns turns(static_cast<size_t>(was_.processors[group]), turn, job_.ranks.size());
    for (const RankMoment &moment : moments) {
      while (turns.next() < moment.at)
        turns.runNext();
      pass(turns, moment);
    }
  }

  std::vector<RankUse> take() { return std::move(uses_); }

private:
  /// It leaves its processor in a call: at once where others start or end MPI with it, else when
  /// its own part is over, if it yields.
  bool leavesIn(uint32_t r, size_t c) const {
    const JobCall &call = job_.ranks[r].calls[c];
    if (call.is_start_or_end && durations_.fixes_start_and_end)
      return true;
    return waits_ == RankWaits::Leaves &&
           durations_.ranks[r].own[c] < static_cast<double>(call.duration());
  }

  void addMoments(uint32_t r, std::vector<RankMoment> &moments) {
    const JobRank &rank = job_.ranks[r];
    uses_[r].calls.resize(rank.calls.size());
    moments.push_back({static_cast<double>(rank.begin), r, 0, Moment::Begins});
    for (uint32_t c = 0; c < rank.calls.size(); ++c) {
      auto begin = static_cast<double>(rank.calls[c].begin);
      moments.push_back({begin, r, c, Moment::Calls});
      if (leavesIn(r, c)) {
        double own = rank.calls[c].is_start_or_end ? 0 : durations_.ranks[r].own[c];
        moments.push_back({begin + own, r, c, Moment::Leaves});
      }
      moments.push_back({static_cast<double>(rank.calls[c].end), r, c, Moment::Returns});
    }
    auto calls = static_cast<uint32_t>(rank.calls.size());
    moments.push_back({static_cast<double>(rank.end), r, calls, Moment::Ends});
  }

  void pass(ProcessorTurns &turns, const RankMoment &moment) {
    RankUse &use = uses_[moment.rank];
    if (moment.moment == Moment::Leaves)
      return turns.leave(moment.at, moment.rank);
    if (moment.moment == Moment::Begins) // it may have waited for its first turn
      turns.start(moment.at, moment.rank, std::numeric_limits<double>::infinity());
    else
      turns.putOn(moment.at, moment.rank);
    double used = turns.used(moment.at, moment.rank);
    switch (moment.moment) {
    case Moment::Begins:
      use.at_begin = used;
      break;
    case Moment::Calls:
      use.calls[moment.call].begin = used;
      break;
    case Moment::Returns:
      use.calls[moment.call].end = used;
      break;
    default:
      use.at_end = used;
      turns.leave(moment.at, moment.rank);
    }
  }

  const Job &job_;
  const JobDurations &durations_;
  const JobPlacement &was_;
  RankWaits waits_;
  std::vector<RankUse> uses_;
};

} // namespace

std::vector<RankUse> measuredTurns(const Job &job, const JobDurations &durations,
                                   const JobPlacement &was, RankWaits waits, double turn) {
  MeasuredTurns measured(job, durations, was, waits);
  for (uint32_t group = 0; group < was.processors.size(); ++group)
    if (canHaveTurns(job, was, group))
      measured.addGroup(group, turn);
  return measured.take();
}

} // namespace tare
