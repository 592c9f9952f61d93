// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job_rows.h"

#include "analyzer/jobs/late_ranks.h"
#include "base/lists.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tare {

namespace {

/// Rounds parts so that their sum is the rounded sum.
class PartRounder {
public:
  Ticks next(double part) {
    exact_ += part;
    Ticks whole = wholeTicks(exact_);
    return whole - std::exchange(given_, whole);
  }
  /// The last part: what is left of a sum.
  Ticks rest(Ticks sum) const { return sum - given_; }

private:
  double exact_ = 0;
  Ticks given_ = 0;
};

class RowsOf {
public:
  RowsOf(const Job &job, const JobTimes &ideal) : job_(job), ideal_(ideal), late_(job, &ideal) {}

  JobRows run() {
    all_.total = job_.total();
    all_.ideal = ideal_.total;
    all_.threads = job_.threads();
    for (const JobRank &rank : job_.ranks)
      all_.busiest = std::max(all_.busiest, static_cast<double>(busyOf(rank)) /
                                                static_cast<double>(rank.threads));
    for (uint32_t rank = 0; rank < job_.ranks.size(); ++rank)
      addRank(rank);
    sortPlaces();
    measureEfficiencies();
    return std::move(all_);
  }

private:
  /// t_r B_r
  Ticks busyOf(const JobRank &rank) const {
    Ticks busy = rank.threads * job_.total();
    for (const JobCall &call : rank.calls)
      busy -= threadsIn(rank, call) * (call.duration() - call.start_or_end);
    return busy;
  }

  void addRank(uint32_t r) {
    const JobRank &rank = job_.ranks[r];
    Ticks busy = busyOf(rank), area = rank.threads * all_.total;
    Ticks of_ideal = wholeTicks(rank.threads * all_.ideal);
    at_.clear();
    waits_.clear();
    outside_ = {};
    RankRows rows;
    rows.rows.imbalance = wholeTicks(rank.threads * all_.busiest) - busy;
    rows.rows.serialisation = of_ideal - busy - rows.rows.imbalance;
    rows.rows.transfer = area - of_ideal;
    Ticks start_and_end = rank.begin + (all_.total - rank.end);
    addPlace(r, {}, {.start_and_end = rank.threads * start_and_end}, 0);
    for (const JobCall &call : rank.calls) {
      rows.in_mpi += threadsIn(rank, call) * call.duration();
      if (!call.is_start_or_end)
        continue;
      start_and_end += call.start_or_end;
      addPlace(r, call, {.start_and_end = threadsIn(rank, call) * call.start_or_end}, 0);
    }
    rows.rows.start_and_end = rank.threads * start_and_end;
    rows.busy = rank.threads * (rank.end - rank.begin) - rows.in_mpi;
    placeWaits(r, rows.rows);
    for (const auto &[place, mpi] : at_)
      rows.at.push_back({place.first, place.second, mpi});
    for (const auto &[place, waited] : waits_)
      rows.waits.push_back(
          {std::get<0>(place), job_.functions[std::get<1>(place)], std::get<2>(place), waited});
    rows.outside = outside_;
    all_.rows += rows.rows;
    all_.ranks.push_back(rows);
  }

  /// Each wait is divided as the rank's imbalance and serialisation are.
  void placeWaits(uint32_t r, const MpiRows &rows) {
    const JobRank &rank = job_.ranks[r];
    Ticks all = rows.imbalance + rows.serialisation;
    double imbalanced = all ? static_cast<double>(rows.imbalance) / static_cast<double>(all) : 0;
    PartRounder waits, imbalances;
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      const JobCall &call = rank.calls[c];
      auto itself = static_cast<double>(call.start_or_end);
      auto times = static_cast<double>(threadsIn(rank, call));
      const CallTimes &then = ideal_.calls[r][c];
      Ticks wait = waits.next(times * (then.end - then.begin - itself));
      Ticks imbalance = imbalances.next(static_cast<double>(wait) * imbalanced);
      if (wait != 0)
        waits_[{call.node, call.function, lateRank(r, static_cast<uint32_t>(c))}] += wait;
      addPlace(r, call,
               {0, imbalance, wait - imbalance,
                threadsIn(rank, call) * (call.duration() - call.start_or_end) - wait},
               1);
    }
    Ticks at_end = waits.rest(all), imbalance = imbalances.rest(rows.imbalance);
    addPlace(r, {}, {0, imbalance, at_end - imbalance, -at_end}, 0);
  }

  int lateRank(uint32_t r, uint32_t c) const {
    std::optional<AwaitedRank> late = late_.awaited(r, c);
    return late ? job_.ranks[late->rank].rank : -1;
  }

  void addPlace(uint32_t r, const std::optional<JobCall> &call, const MpiRows &rows,
                uint64_t calls) {
    std::tuple key(call ? job_.functions[call->function] : "", call ? call->site : 0,
                   call ? call->node : TARE_MF_NO_NODE);
    MpiPlace &place = places_[key];
    std::tie(place.function, place.site, place.node) = key;
    place.calls += calls;
    place.rows += rows;
    if (call)
      at_[{call->node, call->in_region}] += rows;
    else
      outside_ += rows;
    of_rank_[key][job_.ranks[r].rank] += rows.sum();
  }

  void sortPlaces() {
    for (auto &[key, place] : places_) {
      bool first = true;
      for (auto [rank, ticks] : of_rank_[key])
        if (std::exchange(first, false) || ticks > place.of_worst) {
          place.worst_rank = rank;
          place.of_worst = ticks;
        }
      if (place.calls || place.rows != MpiRows())
        all_.places.push_back(place);
    }
    std::ranges::stable_sort(all_.places, std::greater(),
                             [](const MpiPlace &place) { return place.rows.sum(); });
  }

  void measureEfficiencies() {
    double busy = 0;
    for (const JobRank &rank : job_.ranks)
      busy += static_cast<double>(busyOf(rank));
    auto ratio = [](double part, double whole) { return whole > 0 ? part / whole : 1; };
    all_.efficiencies.load_balance = ratio(busy / all_.threads, all_.busiest);
    all_.efficiencies.serialisation = ratio(all_.busiest, all_.ideal);
    all_.efficiencies.transfer = ratio(all_.ideal, static_cast<double>(all_.total));
  }

  using PlaceKey = std::tuple<std::string, uint64_t, uint32_t>;
  const Job &job_;
  const JobTimes &ideal_;
  LateRanks late_; // without messages: who is late then makes others wait
  JobRows all_;
  std::map<PlaceKey, MpiPlace> places_;
  std::map<std::pair<uint32_t, bool>, MpiRows> at_;            // of the rank that is added
  MpiRows outside_;                                            // likewise
  std::map<std::tuple<uint32_t, uint32_t, int>, Ticks> waits_; // likewise: node, function, rank
  std::map<PlaceKey, std::map<int, Ticks>> of_rank_;
};

} // namespace

JobRows rowsOf(const Job &job, const JobTimes &ideal) { return RowsOf(job, ideal).run(); }

Error stuckError(const Job &job, const JobTimes &times) {
  return {"rank " + std::to_string(job.ranks[times.stuck.front()].rank) +
              " waits for ever when its calls are replayed: its messages were matched wrongly",
          "", "report this with the results folder"};
}

std::map<int, RankRows> rowsByRank(const Job &job, const JobRows &rows) {
  std::map<int, RankRows> by_rank;
  for (size_t r = 0; r < rows.ranks.size(); ++r) {
    const RankRows &lane = rows.ranks[r];
    RankRows &rank = by_rank[job.ranks[r].rank];
    rank.in_mpi += lane.in_mpi;
    rank.busy += lane.busy;
    rank.rows += lane.rows;
    rank.outside += lane.outside;
    append(rank.at, lane.at);
    append(rank.waits, lane.waits);
  }
  return by_rank;
}

Result<JobRows> jobRows(const Job &job, const Network *network) {
  if (job.total() > static_cast<Ticks>(tick_limit) / std::max(1, job.threads()))
    return Error{"corrupted: the job has more ticks than any job can have", "", "measure again"};
  DurationRules rules{.network = network, .fixes_start_and_end = true};
  JobDurations measured = measuredDurations(job, rules);
  uint64_t violations = measured.violations;
  JobTimes ideal =
      replayJob(job, withoutMessages(job, std::move(measured), rules), measuredPlacement(job));
  if (!ideal.stuck.empty())
    return stuckError(job, ideal);
  JobRows rows = rowsOf(job, ideal);
  rows.violations = violations;
  return rows;
}

} // namespace tare
