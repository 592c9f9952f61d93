// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/job_timeline.h"

#include "analyzer/jobs/late_ranks.h"
#include "analyzer/timeline/make_timeline.h"

#include <algorithm>

namespace tare {
namespace {

/// A call that may be kept, in Job::ranks and its calls.
struct CallOfJob {
  uint32_t rank = 0, call = 0;
  Ticks waited = 0;
  std::optional<AwaitedRank> awaited;
};

class JobTimelineMaker {
public:
  JobTimelineMaker(const Job &job, const std::map<int, const Profile *> &profiles,
                   Timeline &timeline, const JobTimelineLimits &limits)
      : job_(job), profiles_(profiles), timeline_(timeline), limits_(limits), late_(job) {
    for (size_t i = 0; i < timeline.constructs.size(); ++i)
      constructs_[timeline.constructs[i].id] = static_cast<int>(i);
  }

  void add() {
    made_.functions = job_.functions;
    made_.span_s = seconds(job_.total());
    addRanks();
    lookAtCalls();
    std::vector<bool> shown = chosenRanks();
    keepCalls(shown);
    for (size_t r = made_.ranks.size(); r-- > 0;)
      if (!shown[r])
        made_.ranks.erase(made_.ranks.begin() + static_cast<std::ptrdiff_t>(r));
    std::ranges::stable_sort(
        made_.ranks, {}, [](const TimelineRank &rank) { return std::pair(rank.rank, rank.lane); });
    timeline_.job = std::move(made_);
  }

private:
  double seconds(Ticks ticks) const { return static_cast<double>(ticks) / job_.ticks_per_second; }

  void addRanks() {
    for (const JobRank &rank : job_.ranks)
      made_.ranks.push_back({.rank = rank.rank,
                             .lane = rank.lane,
                             .host = rank.node < job_.hosts.size() ? job_.hosts[rank.node] : "",
                             .begin_s = seconds(rank.begin),
                             .end_s = seconds(rank.end),
                             .mpi_s = 0,
                             .calls = {}});
  }

  void lookAtCalls() {
    for (uint32_t r = 0; r < job_.ranks.size(); ++r)
      for (uint32_t c = 0; c < job_.ranks[r].calls.size(); ++c) {
        const JobCall &call = job_.ranks[r].calls[c];
        CallOfJob seen{r, c, 0, late_.awaited(r, c)};
        if (seen.awaited) {
          seen.waited = std::min(static_cast<Ticks>(seen.awaited->since), call.end) - call.begin;
          made_.ranks[r].waited_s += seconds(seen.waited);
          made_.ranks[seen.awaited->rank].awaited_s += seconds(seen.waited);
        }
        *made_.ranks[r].mpi_s += seconds(call.duration());
        calls_.push_back(seen);
      }
  }

  std::vector<bool> chosenRanks() {
    std::vector<size_t> order(made_.ranks.size());
    for (size_t r = 0; r < order.size(); ++r)
      order[r] = r;
    std::ranges::stable_sort(order, std::greater(), [&](size_t r) {
      return std::pair(made_.ranks[r].awaited_s, made_.ranks[r].waited_s);
    });
    std::vector<bool> shown(order.size(), false);
    for (size_t i = 0; i < std::min(order.size(), limits_.ranks); ++i)
      shown[order[i]] = true;
    leaveOut("ranks", order.size() - std::min(order.size(), limits_.ranks),
             "only those that were waited for longest are kept");
    return shown;
  }

  void keepCalls(const std::vector<bool> &shown) {
    std::erase_if(calls_, [&](const CallOfJob &call) { return !shown[call.rank]; });
    std::ranges::stable_sort(calls_, std::greater(), [&](const CallOfJob &call) {
      return std::pair(call.waited, job_.ranks[call.rank].calls[call.call].duration());
    });
    size_t kept = std::min(calls_.size(), limits_.calls);
    leaveOut("calls", calls_.size() - kept, "only those that waited longest are kept");
    calls_.resize(kept);
    std::ranges::sort(calls_, {},
                      [](const CallOfJob &call) { return std::pair(call.rank, call.call); });
    for (const CallOfJob &call : calls_)
      made_.ranks[call.rank].calls.push_back(shownCall(call));
  }

  TimelineCall shownCall(const CallOfJob &at) {
    const JobRank &rank = job_.ranks[at.rank];
    const JobCall &call = rank.calls[at.call];
    TimelineCall shown;
    shown.function = static_cast<int>(call.function);
    shown.construct = constructOf(rank.rank, call.node);
    shown.begin_s = seconds(call.begin);
    shown.end_s = seconds(call.end);
    if (at.awaited) {
      const CallNeed &need = rank.needs[at.awaited->need];
      shown.waits_for = job_.ranks[at.awaited->rank].rank;
      shown.late_s = seconds(call.begin + at.waited);
      if (need.kind != NeedKind::Met)
        shown.bytes = static_cast<int64_t>(job_.messages[need.index].bytes);
    }
    return shown;
  }

  std::optional<int> constructOf(int rank, uint32_t index) {
    auto profile = profiles_.find(rank);
    const Node *node = profile == profiles_.end() ? nullptr : profile->second->node(index);
    if (!node)
      return std::nullopt;
    auto [known, is_new] =
        constructs_.try_emplace(node->id.text(), static_cast<int>(timeline_.constructs.size()));
    if (is_new)
      timeline_.constructs.push_back(timelineConstruct(node));
    return known->second;
  }

  void leaveOut(const char *what, size_t count, const char *reason) {
    if (count > 0)
      timeline_.left_out.push_back({what, static_cast<int64_t>(count), reason});
  }

  const Job &job_;
  const std::map<int, const Profile *> &profiles_;
  Timeline &timeline_;
  const JobTimelineLimits &limits_;
  LateRanks late_;
  TimelineJob made_;
  std::vector<CallOfJob> calls_;
  std::map<std::string, int> constructs_;
};

} // namespace

void addJobTimeline(const Job &job, const std::map<int, const Profile *> &profiles,
                    Timeline &timeline, const JobTimelineLimits &limits) {
  JobTimelineMaker(job, profiles, timeline, limits).add();
}

} // namespace tare
