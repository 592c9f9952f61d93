// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job_probes.h"

#include <algorithm>

namespace tare {

std::vector<RegionSpan> regionSpans(const Profile &profile) {
  std::vector<RegionSpan> spans;
  for (const ProfileThread &thread : profile.threads) {
    if (!thread.initial)
      continue;
    std::optional<uint64_t> open; // instance
    for (const Segment &segment : thread.log) {
      if (segment.depth > 0)
        continue;
      if (open != segment.instance)
        spans.push_back({segment.open, segment.open});
      open = segment.instance;
      spans.back().end = std::max({spans.back().end, segment.arrive, segment.leave});
    }
  }
  return spans;
}

RankProbeTimes probeTimes(const std::vector<RegionSpan> &then, const std::vector<RegionSpan> &now,
                          Ticks window_then, Ticks window_now) {
  auto lengthOf = [](const RegionSpan &span) { return static_cast<double>(span.end - span.begin); };
  RankProbeTimes times;
  auto all = static_cast<double>(std::max<Ticks>(window_then - window_now, 0));
  double inside = 0;
  for (size_t i = 0; i < then.size() && then.size() == now.size(); ++i) {
    times.regions.push_back({then[i], std::max(0.0, lengthOf(then[i]) - lengthOf(now[i]))});
    inside += times.regions.back().ticks;
  }
  for (RankProbeTimes::InRegion &region : times.regions) // some are longer without probes
    region.ticks *= inside > all ? all / inside : 1;
  times.elsewhere = std::max(0.0, all - inside);
  return times;
}

namespace {

/// What lies between the calls of a lane, and in which regions.
class WorkOfLane {
public:
  WorkOfLane(const JobRank &lane, const RankProbeTimes &times) : times_(times) {
    Ticks begin = 0;
    for (const JobCall &call : lane.calls) {
      works_.push_back({begin, call.begin - lane.begin});
      begin = call.end - lane.begin;
    }
    works_.push_back({begin, lane.end - lane.begin});
  }

  std::vector<double> shares() {
    findOverlaps();
    std::vector<double> in_region(times_.regions.size(), 0);
    std::vector<double> beside;
    for (const RegionSpan &work : works_)
      beside.push_back(static_cast<double>(work.end - work.begin));
    for (const Overlap &overlap : overlaps_) {
      in_region[overlap.region] += overlap.ticks;
      beside[overlap.work] -= overlap.ticks;
    }
    double all_beside = 0, elsewhere = times_.elsewhere;
    for (double ticks : beside)
      all_beside += ticks;
    for (size_t region = 0; region < in_region.size(); ++region)
      if (in_region[region] <= 0)
        elsewhere += times_.regions[region].ticks;
    std::vector<double> shares;
    for (double ticks : beside)
      shares.push_back(all_beside > 0 ? elsewhere * ticks / all_beside : 0);
    for (const Overlap &overlap : overlaps_)
      shares[overlap.work] +=
          times_.regions[overlap.region].ticks * overlap.ticks / in_region[overlap.region];
    return shares;
  }

private:
  struct Overlap {
    size_t work, region;
    double ticks;
  };

  /// Both are in the order of time, and none of either overlap each other.
  void findOverlaps() {
    for (size_t work = 0, region = 0; work < works_.size() && region < times_.regions.size();) {
      const RegionSpan &a = works_[work], &b = times_.regions[region];
      Ticks begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
      if (end > begin)
        overlaps_.push_back({work, region, static_cast<double>(end - begin)});
      ++(a.end < b.end ? work : region);
    }
  }

  const RankProbeTimes &times_;
  std::vector<RegionSpan> works_;
  std::vector<Overlap> overlaps_;
};

} // namespace

std::vector<RankProbes> probesOf(const Job &job, const std::map<int, RankProbeTimes> &times) {
  static const RankProbeTimes none;
  std::vector<RankProbes> all;
  for (const JobRank &lane : job.ranks) {
    auto found = times.find(lane.rank);
    RankProbes probes{WorkOfLane(lane, found == times.end() ? none : found->second).shares(), {}};
    for (size_t work = 1; work < probes.in_work.size(); ++work)
      probes.in_work[work] += lane.record;
    all.push_back(std::move(probes));
  }
  return all;
}

} // namespace tare
