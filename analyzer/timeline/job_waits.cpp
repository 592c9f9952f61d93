// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/job_waits.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tare {
namespace {

/// The thread of the rank that came: that whose call begins then; else its first one.
std::optional<size_t> rowOf(const TimelineJob &job, int rank, double at_s) {
  std::optional<size_t> first;
  for (size_t row = 0; row < job.ranks.size(); ++row) {
    if (job.ranks[row].rank != rank)
      continue;
    const std::vector<TimelineCall> &calls = job.ranks[row].calls;
    auto call = std::ranges::lower_bound(calls, at_s, {}, &TimelineCall::begin_s);
    if (call != calls.end() && call->begin_s == at_s)
      return row;
    if (!first)
      first = row;
  }
  return first;
}

class MeanwhileSums {
public:
  void add(Meanwhile::What what, const std::string &function, std::optional<int> waits_for,
           double from_s, double to_s) {
    if (to_s > from_s)
      sums_[{what, function, waits_for}] += to_s - from_s;
  }

  std::vector<Meanwhile> listed() const {
    std::vector<Meanwhile> list;
    for (const auto &[key, time_s] : sums_)
      list.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), time_s});
    std::ranges::stable_sort(list, std::greater<>(), &Meanwhile::time_s);
    return list;
  }

private:
  std::map<std::tuple<Meanwhile::What, std::string, std::optional<int>>, double> sums_;
};

std::vector<Meanwhile> meanwhileOf(const TimelineJob &job, const TimelineRank &rank, double from_s,
                                   double to_s) {
  using What = Meanwhile::What;
  MeanwhileSums sums;
  sums.add(What::NotBegun, "", {}, from_s, std::min(to_s, rank.begin_s));
  double at_s = std::max(from_s, rank.begin_s);
  for (const TimelineCall &call : rank.calls) {
    if (call.end_s <= at_s)
      continue;
    if (call.begin_s >= to_s)
      break;
    sums.add(What::OutsideMpi, "", {}, at_s, call.begin_s);
    at_s = std::max(at_s, call.begin_s);
    const std::string &function = job.functions[size_t(call.function)];
    double end_s = std::min(call.end_s, to_s);
    if (call.waits_for) {
      double came_s = std::min(*call.late_s, end_s);
      sums.add(What::WaitInCall, function, call.waits_for, at_s, came_s);
      at_s = std::max(at_s, came_s);
    }
    sums.add(What::Call, function, {}, at_s, end_s);
    at_s = end_s;
  }
  sums.add(What::OutsideMpi, "", {}, at_s, to_s);
  return sums.listed();
}

template <class Visit> void forEachWait(const TimelineJob &job, Visit visit) {
  for (size_t row = 0; row < job.ranks.size(); ++row)
    for (size_t call = 0; call < job.ranks[row].calls.size(); ++call)
      if (const TimelineCall &waiting = job.ranks[row].calls[call];
          waiting.waits_for && *waiting.late_s > waiting.begin_s)
        visit(WaitingCall{row, call, *waiting.late_s - waiting.begin_s}, waiting);
}

} // namespace

std::vector<LateArrival> lateArrivals(const TimelineJob &job, size_t most) {
  std::map<std::pair<int, double>, LateArrival> by_arrival;
  forEachWait(job, [&](const WaitingCall &waiting, const TimelineCall &call) {
    LateArrival &late = by_arrival[{*call.waits_for, *call.late_s}];
    late.waiting.push_back(waiting);
    late.sum_s += waiting.waited_s;
  });
  std::vector<LateArrival> all;
  for (auto &[key, late] : by_arrival) {
    std::tie(late.rank, late.at_s) = key;
    all.push_back(std::move(late));
  }
  std::ranges::stable_sort(all, std::greater<>(), &LateArrival::sum_s);
  all.resize(std::min(all.size(), most));
  for (LateArrival &late : all) {
    std::ranges::stable_sort(late.waiting, std::greater<>(), &WaitingCall::waited_s);
    late.from_s = late.at_s - late.waiting.front().waited_s;
    late.to_s = late.at_s;
    for (const WaitingCall &waiting : late.waiting)
      late.to_s = std::max(late.to_s, job.ranks[waiting.row].calls[waiting.call].end_s);
    late.row = rowOf(job, late.rank, late.at_s);
    if (late.row)
      late.meanwhile = meanwhileOf(job, job.ranks[*late.row], late.from_s, late.at_s);
  }
  return all;
}

std::vector<RankPair> rankPairs(const TimelineJob &job) {
  std::map<std::pair<int, int>, RankPair> by_ranks;
  forEachWait(job, [&](const WaitingCall &waiting, const TimelineCall &call) {
    int rank = job.ranks[waiting.row].rank;
    RankPair &pair = by_ranks[{rank, *call.waits_for}];
    pair.waiting = rank;
    pair.late = *call.waits_for;
    ++pair.calls;
    pair.sum_s += waiting.waited_s;
    pair.longest_s = std::max(pair.longest_s, waiting.waited_s);
  });
  std::vector<RankPair> pairs;
  for (const auto &[ranks, pair] : by_ranks)
    pairs.push_back(pair);
  std::ranges::stable_sort(pairs, std::greater<>(), &RankPair::sum_s);
  return pairs;
}

} // namespace tare
