// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/whole_instances.h"

#include "analyzer/replay/cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {

namespace {

/// Regions without an instance in the log are taken to change as the others do, up to this part of
/// the time.
constexpr double most_unseen = 0.25;

ProfileThread *initialOf(Profile &profile) {
  auto found = std::ranges::find_if(profile.threads, &ProfileThread::initial);
  return found == profile.threads.end() ? nullptr : &*found;
}

struct Sums {
  uint64_t instances = 0;
  Ticks span = 0;
};

/// By region, as the cells have them.
std::map<uint32_t, Sums> regionsOf(const Profile &profile) {
  std::map<uint32_t, Sums> regions;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t node = 0; thread.initial && node < thread.nodes.size(); ++node)
      if (const ProfileNode &n = thread.nodes[node]; n.instances > 0)
        regions[node] = {n.instances, n.span};
  return regions;
}

std::set<uint64_t> brokenInstances(const Profile &profile) {
  Teams teams(profile);
  std::vector<bool> is_hosted(teams.instances().size(), false);
  forSegments(profile, [&](LogPlace place, const Segment &) {
    for (const Hosted &hosted : teams.hostedBy(place))
      is_hosted[hosted.instance] = true;
  });
  std::set<uint64_t> broken;
  for (size_t number = 0; number < teams.instances().size(); ++number) {
    const RegionInstance &instance = teams.instances()[number];
    const Segment &any = segmentAt(profile, instance.segments.front());
    bool is_whole = instance.first && instance.joined && any.ordinal == 0;
    uint32_t ordinal = 0;
    for (const Meeting &meeting : instance.meetings) {
      const Segment &s = segmentAt(profile, meeting.arrivals.front());
      is_whole &= meeting.arrivals.size() == any.team_size && s.ordinal == ordinal++;
    }
    if (!is_whole || (instance.nested && !is_hosted[number]))
      broken.insert(any.instance);
  }
  return broken;
}

/// Each of the instances in the log stands for as many of the others.
void standFor(ProfileThread &initial, uint32_t region, const Sums &lacking, uint64_t kept) {
  uint64_t number = 0, count = 0;
  Ticks span = 0;
  for (Segment &segment : initial.log) {
    if (!segment.is_last || segment.region_node != region)
      continue;
    ++number;
    uint64_t until = lacking.instances * number / kept;
    auto span_until = static_cast<Ticks>(static_cast<__int128>(lacking.span) *
                                         static_cast<__int128>(number) / static_cast<__int128>(kept));
    segment.stands_for_count = static_cast<uint32_t>(std::min<uint64_t>(until - count, 65535));
    segment.stands_for = span_until - span;
    count = until;
    span = span_until;
  }
}

} // namespace

void dropBrokenInstances(Profile &profile) {
  for (std::set<uint64_t> broken; !(broken = brokenInstances(profile)).empty();)
    for (ProfileThread &thread : profile.threads)
      std::erase_if(thread.log, [&](const Segment &s) { return broken.count(s.instance) > 0; });
}

Result<Profile> withWholeInstances(Profile profile) {
  if (profile.log_complete)
    return profile;
  if (profile.level_nested || profile.level_barriers)
    return Error{.message = "the log was sampled inside of regions, so who met whom is not known",
                 .next = "measure a shorter run"};
  std::map<uint32_t, Sums> all = regionsOf(profile);
  dropBrokenInstances(profile);
  ProfileThread *initial = initialOf(profile);
  if (!initial)
    return Error{.message = "the log has no initial thread"};
  cellsFromLog(profile);
  Ticks time = 0, unseen = 0; // of all regions; of those that the log has no instance of
  for (const auto &[region, whole] : all) {
    const ProfileNode &n = initial->nodes[region];
    time += whole.span;
    unseen += n.instances == 0 ? whole.span : 0;
    // In a run that goes on, the log may have been read later than the cells.
    Sums lacking{whole.instances - std::min(whole.instances, n.instances),
                 std::max<Ticks>(whole.span - n.span, 0)};
    ProfileCell &skipped = initial->nodes[region].cells[Spent::Skipped];
    skipped.entries += lacking.instances;
    skipped.ticks += lacking.span;
    profile.window += lacking.span;
    if (lacking.instances > 0 && n.instances > 0)
      standFor(*initial, region, lacking, n.instances);
  }
  if (static_cast<double>(unseen) > most_unseen * static_cast<double>(time))
    return Error{.message = "the log was sampled, and has no execution of regions that took much of "
                            "the time",
                 .next = "let each thread keep more of it: TARE_LOG_MIB=64"};
  profile.log_complete = true;
  profile.level_regions = 0;
  return profile;
}

void scaleSkipped(const Profile &then, Profile &now) {
  std::map<uint32_t, Sums> before = regionsOf(then), after = regionsOf(now);
  ProfileThread *initial = initialOf(now);
  double span = 0, span_now = 0;
  for (const auto &[region, sums] : before) {
    span += static_cast<double>(sums.span);
    span_now += static_cast<double>(after[region].span);
  }
  for (uint32_t region = 0; initial && region < initial->nodes.size(); ++region) {
    ProfileCell &skipped = initial->nodes[region].cells[Spent::Skipped];
    if (skipped.ticks <= 0 || span <= 0)
      continue;
    auto known = before.find(region);
    double factor = known != before.end() && known->second.span > 0
                        ? static_cast<double>(after[region].span) /
                              static_cast<double>(known->second.span)
                        : span_now / span;
    Ticks ticks = wholeTicks(static_cast<double>(skipped.ticks) * factor);
    now.window += ticks - skipped.ticks;
    skipped.ticks = ticks;
    Ticks left = ticks;
    for (Segment &segment : initial->log)
      if (segment.region_node == region && segment.stands_for > 0) {
        segment.stands_for =
            std::min(left, wholeTicks(static_cast<double>(segment.stands_for) * factor));
        left -= segment.stands_for;
      }
  }
}

} // namespace tare
