// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/expanded.h"

#include "analyzer/teams/outermost_regions.h"
#include "analyzer/thinning/log_sums.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// As wholeTicks(), with all the digits that a sum has.
Ticks whole(RealSum amount) {
  constexpr auto most = static_cast<RealSum>(tick_limit);
  return std::isnan(amount) ? 0 : std::llround(std::clamp(amount, -most, most));
}

uint64_t wholeCount(RealSum amount) {
  return static_cast<uint64_t>(whole(std::max<RealSum>(amount, 0)));
}

/// One thread's sums, booked in whole ticks: they sum to `total`, and what rounding leaves goes to
/// the largest cell.
class Booking {
public:
  Booking(Profile &profile, ProfileThread &thread, const ThreadSums &sums)
      : thread_(thread), sums_(sums), asked_(profile.threads_asked) {}

  /// Returns what the thread spent in regions that others forked.
  Ticks inside() {
    Ticks sum = 0;
    for (const auto &[node, ticks] : sums_.inside) {
      thread_.nodes[node].inside += whole(ticks);
      sum += whole(ticks);
    }
    return sum;
  }

  /// `span`: of the outermost ones.
  void teams(Ticks span) {
    const TeamKind *longest = nullptr;
    for (const auto &[kind, sum] : sums_.teams) {
      add(kind, whole(sum.span), wholeCount(sum.instances));
      span -= kind.nested ? 0 : whole(sum.span);
      if (!kind.nested && (!longest || sum.span > sums_.teams.at(*longest).span))
        longest = &kind;
    }
    if (longest)
      add(*longest, span, 0);
  }

  /// A log that lacks some barriers of its regions lacks some of their time: what it has stands for
  /// all.
  void cells(Ticks total) {
    RealSum known = sums_.ticks();
    RealSum factor = known > 0 ? static_cast<RealSum>(total) / known : 0;
    ProfileCell *largest = bodyOfSome();
    RealSum most = 0;
    for (const auto &[node, sums] : sums_.cells)
      for (Spent kind : cell_kinds) {
        ProfileCell &cell = thread_.nodes[node].cells[kind];
        total -= book(cell, sums[kind], factor);
        if (sums[kind].ticks > most) {
          largest = &cell;
          most = sums[kind].ticks;
        }
      }
    if (largest)
      largest->ticks += total;
  }

private:
  ProfileCell *bodyOfSome() {
    if (sums_.inside.empty() && sums_.teams.empty())
      return nullptr;
    uint32_t region =
        sums_.inside.empty() ? sums_.teams.begin()->first.region : sums_.inside.begin()->first;
    return &thread_.nodes[region].cells[Spent::Body];
  }

  void add(const TeamKind &kind, Ticks span, uint64_t instances) {
    ProfileNode &node = thread_.nodes[kind.region];
    addTeams(node, kind, span, asked_);
    node.instances += instances;
  }

  static Ticks book(ProfileCell &cell, const CellSum &sum, RealSum factor) {
    Ticks ticks = whole(sum.ticks * factor);
    cell.ticks += ticks;
    cell.entries += wholeCount(sum.entries);
    cell.units += wholeCount(sum.units);
    return ticks;
  }

  ProfileThread &thread_;
  const ThreadSums &sums_;
  Ticks asked_;
};

class Expander {
public:
  Expander(const Profile &measured, const Teams &teams, int without)
      : measured_(measured), without_(without), regions_(measured, teams),
        standings_(regions_.all().size()) {}

  Expansion expand() {
    expansion_.profile = measured_;
    expansion_.profile.expanded = true;
    for (ProfileThread &thread : expansion_.profile.threads)
      thread.nodes.resize(std::max<size_t>(thread.nodes.size(), measured_.nodeCount()));
    for (size_t i = 0; i < regions_.all().size(); ++i)
      instances_[regions_.all()[i].region_node].push_back(i);
    for (size_t t = 0; t < measured_.threads.size(); ++t)
      if (measured_.threads[t].initial)
        weighAll(t);
    book(sum());
    return std::move(expansion_);
  }

private:
  void weighAll(size_t thread) {
    std::vector<ProfileNode> &nodes = expansion_.profile.threads[thread].nodes;
    for (uint32_t index = 0; index < nodes.size(); ++index) {
      ProfileCell &skipped = nodes[index].cells[Spent::Skipped];
      if (!skipped.entries && !skipped.ticks)
        continue;
      SkippedRegion region{index, skipped.entries, skipped.ticks, 0};
      if (weighRegion(region)) {
        told_ += skipped.ticks;
        skipped = {};
      }
      expansion_.skipped.push_back(region);
    }
  }

  bool weighRegion(SkippedRegion &region) {
    auto found = instances_.find(region.node);
    if (found == instances_.end())
      return false;
    std::vector<StandIn> stand_ins = standInsOf(found->second, region);
    std::vector<Standing> standings = weigh(stand_ins, {region.instances, region.span});
    bool any = std::any_of(standings.begin(), standings.end(),
                           [](const Standing &standing) { return standing.times > 0; });
    if (region.span > 0 && !any) {
      region.stand_ins = 0; // none that took a tick
      return false;
    }
    for (size_t i = 0; i < standings.size(); ++i)
      standings_[found->second[i]] = standings[i];
    return true;
  }

  std::vector<StandIn> standInsOf(const std::vector<size_t> &instances, SkippedRegion &region) {
    std::vector<StandIn> stand_ins;
    std::vector<double> before;
    for (size_t i : instances) {
      stand_ins.push_back({0, regions_.all()[i].span()});
      before.push_back(skippedBefore(regions_.all()[i], region));
    }
    shareBetween(before, static_cast<double>(region.instances), stand_ins);
    region.stand_ins = static_cast<uint64_t>(
        std::count_if(stand_ins.begin(), stand_ins.end(), [](auto &one) { return one.near > 0; }));
    if (without_ >= 0 && region.stand_ins > 1)
      dropGroup(stand_ins);
    return stand_ins;
  }

  /// What lies between two goes to both alike; what lies behind the first one to the next, and what
  /// is left over to the last.
  static void shareBetween(const std::vector<double> &before, double all,
                           std::vector<StandIn> &stand_ins) {
    stand_ins[0].near = before[0];
    for (size_t i = 1; i < before.size(); ++i) {
      bool is_behind_first = i == 1 && before[0] == 0;
      stand_ins[i - 1].near += is_behind_first ? 0 : before[i] / 2;
      stand_ins[i].near += is_behind_first ? before[i] : before[i] / 2;
      all -= before[i];
    }
    all -= before[0];
    stand_ins.back().near += std::max<double>(all, 0);
    if (std::all_of(stand_ins.begin(), stand_ins.end(), [](auto &one) { return one.near <= 0; }))
      stand_ins.back().near = 1; // times without an instance
  }

  /// A record counts up to 65535; beyond that its time tells more.
  static double skippedBefore(const OutermostRegion &instance, const SkippedRegion &region) {
    auto count = static_cast<double>(instance.stands_for_count);
    if (instance.stands_for_count < SpentTime::most || region.span <= 0)
      return count;
    double by_time = static_cast<double>(region.instances) *
                     static_cast<double>(instance.stands_for) / static_cast<double>(region.span);
    return std::max(count, by_time);
  }

  void dropGroup(std::vector<StandIn> &stand_ins) const {
    int number = 0;
    for (StandIn &one : stand_ins)
      if (one.near > 0 && number++ % stand_in_groups == without_)
        one.near = 0;
  }

  /// Also gives every segment its weight, among those of the log: each of a thinned one is as many
  /// measured ones.
  LogSums sum() {
    LogSums sums(measured_);
    auto level = static_cast<int>(measured_.level_regions);
    double nested = std::ldexp(1.0, static_cast<int>(measured_.level_nested));
    forSegments(measured_, [&](LogPlace place, const Segment &segment) {
      std::optional<size_t> region = regions_.of(place);
      if (!region)
        return;
      const Standing &standing = standings_[*region];
      expansion_.profile.threads[place.thread].log[place.index].weight =
          1 + std::ldexp(standing.times, -level);
      if (standing.times > 0 || standing.counts > 0)
        sums.add(place.thread, segment,
                 segment.depth > 0 ? Standing{standing.times * nested, standing.counts * nested}
                                   : standing);
    });
    return sums;
  }

  void book(const LogSums &sums) {
    for (size_t t = 0; t < measured_.threads.size(); ++t) {
      ProfileThread &thread = expansion_.profile.threads[t];
      Booking booking(expansion_.profile, thread, sums.of(t));
      Ticks as_worker = booking.inside();
      booking.teams(thread.initial ? told_ : 0);
      booking.cells(thread.initial ? told_ : as_worker);
    }
  }

  const Profile &measured_;
  int without_;
  OutermostRegions regions_;
  std::vector<Standing> standings_;                   // of each of them
  std::map<uint32_t, std::vector<size_t>> instances_; // by region node
  Ticks told_ = 0;                                    // of Skipped, what is told by others
  Expansion expansion_;
};

} // namespace

Expansion expanded(const Profile &measured, const Teams &teams, int without) {
  return Expander(measured, teams, without).expand();
}

bool skipsInstances(const Profile &profile) {
  return std::ranges::any_of(profile.threads, [](const ProfileThread &thread) {
    ProfileCell skipped = thread.sum(Spent::Skipped);
    return skipped.entries || skipped.ticks;
  });
}

} // namespace tare
