// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/cells.h"

#include <algorithm>
#include <functional>

namespace tare {

namespace {

Ticks times(Ticks ticks, double factor) { return wholeTicks(static_cast<double>(ticks) * factor); }

// The log says it all.
void fromLog(Profile &profile, ProfileThread &thread, const RebuiltThread &rebuilt,
             const RegionShrinks &shrinks, uint32_t number) {
  for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
    ProfileNode &cells = thread.nodes[index];
    if (profile.hidesTeam(index))
      continue;
    auto found = rebuilt.cells.find(index);
    for (Spent kind : logged_kinds)
      cells.cells[kind].ticks = found == rebuilt.cells.end() ? 0 : found->second[kind].ticks;
    auto sums = rebuilt.regions.find(index);
    if (sums != rebuilt.regions.end()) {
      cells.area = sums->second.area;
      cells.span = sums->second.span;
      cells.inside = sums->second.inside;
    }
    if (auto shrink = shrinks.find({number, index}); shrink != shrinks.end()) {
      cells.missing -= shrink->second.missing;
      cells.surplus -= shrink->second.surplus;
    }
  }
  thread.probe_ticks = rebuilt.probe;
}

struct Spans { // of a region, on the thread that forked it
  Ticks outermost = 0, nested = 0;
};

// Of a region: area + missing - surplus is p times the outermost spans and once the nested ones.
Spans spansOf(const ProfileNode &n, Ticks p, const RegionShrink &shrink) {
  Spans spans = {shrink.nested ? 0 : n.span, 0};
  if (p > 1)
    spans.outermost = (n.area + n.missing - n.surplus - n.span) / (p - 1);
  spans.nested = n.span - spans.outermost;
  return spans;
}

// One thread whose log is thinned: what the log lacks is taken to shrink as what it has.
class ThinnedThread {
public:
  ThinnedThread(Profile &profile, uint32_t number, const RebuiltThread &measured,
                const RebuiltThread &now, const RegionShrinks &shrinks)
      : profile_(profile), thread_(profile.threads[number]), number_(number), measured_(measured),
        now_(now), shrinks_(shrinks) {}

  void shrink() {
    Ticks less = thread_.probe_ticks;
    thread_.probe_ticks = 0;
    for (uint32_t index = 0; index < thread_.nodes.size(); ++index)
      if (!profile_.hidesTeam(index))
        less += shrinkCellsOf(index);
    for (uint32_t index = 0; index < thread_.nodes.size(); ++index)
      if (!profile_.hidesTeam(index))
        shrinkTeams(index);
    shrinkInside(less + nested_);
  }

private:
  Ticks shrinkCellsOf(uint32_t index) {
    auto then = measured_.cells.find(index), now = now_.cells.find(index);
    if (then == measured_.cells.end() || now == now_.cells.end())
      return 0;
    Ticks less = 0;
    for (Spent kind : logged_kinds) {
      if (then->second[kind].ticks <= 0)
        continue;
      Ticks &ticks = thread_.nodes[index].cells[kind].ticks;
      Ticks shorter = ticks - times(ticks, part(now->second[kind].ticks, then->second[kind].ticks));
      ticks -= shorter;
      less += shorter;
    }
    return less;
  }

  static double part(Ticks now, Ticks then) {
    return static_cast<double>(now) / static_cast<double>(then);
  }

  // What was forked here, so that its spans stay what they are to the tick (spansOf).
  void shrinkTeams(uint32_t index) {
    ProfileNode &n = thread_.nodes[index];
    auto found = shrinks_.find({number_, index});
    if (n.span == 0 || found == shrinks_.end())
      return;
    double factor = found->second.factor();
    Ticks p = profile_.threads_asked;
    auto [outermost, nested] = spansOf(n, p, found->second);
    nested_ += nested - times(nested, factor);
    n.span = times(outermost, factor) + times(nested, factor);
    n.area = times(n.area, factor);
    n.missing = times(n.missing, factor);
    n.surplus = times(n.surplus, factor);
    Ticks wrong =
        p * times(outermost, factor) + times(nested, factor) - (n.area + n.missing - n.surplus);
    (n.missing   ? n.missing
     : n.surplus ? n.surplus
                 : n.area) += n.missing || !n.surplus ? wrong : -wrong;
  }

  // All that its cells lost, to the tick; what rounding leaves, and what the log does not tell of
  // any region, is taken from the longest ones.
  void shrinkInside(Ticks less) {
    std::vector<ProfileNode *> regions;
    for (uint32_t index = 0; index < thread_.nodes.size(); ++index) {
      ProfileNode &n = thread_.nodes[index];
      if (n.inside == 0 || profile_.hidesTeam(index))
        continue;
      Ticks shorter = n.inside - times(n.inside, insideFactor(index));
      n.inside -= shorter;
      less -= shorter;
      regions.push_back(&n);
    }
    std::ranges::stable_sort(regions, std::greater(), &ProfileNode::inside);
    for (ProfileNode *region : regions) {
      Ticks shorter = std::min(less, region->inside);
      region->inside -= shorter;
      less -= shorter;
    }
  }

  double insideFactor(uint32_t index) const {
    auto then = measured_.regions.find(index), now = now_.regions.find(index);
    bool known = then != measured_.regions.end() && now != now_.regions.end();
    return known && then->second.inside > 0 ? part(now->second.inside, then->second.inside) : 1;
  }

  Profile &profile_;
  ProfileThread &thread_;
  uint32_t number_;
  const RebuiltThread &measured_, &now_;
  const RegionShrinks &shrinks_;
  Ticks nested_ = 0;
};

} // namespace

bool logTellsAll(const Profile &profile) { return profile.log_complete && !profile.too_deep; }

std::vector<RebuiltThread> thinnedSums(const Profile &profile) {
  std::vector<RebuiltThread> sums;
  if (!logTellsAll(profile))
    for (const ProfileThread &thread : profile.threads)
      sums.push_back(rebuildThread(thread.log));
  return sums;
}

Ticks outermostShorter(const Profile &profile, const Replay &replay) {
  if (logTellsAll(profile))
    return replay.shorter();
  Ticks shorter = 0;
  for (const auto &[key, shrink] : replay.regions()) {
    const ProfileNode &n = profile.threads[key.first].nodes[key.second];
    Ticks outermost = n.span == 0 ? 0 : spansOf(n, profile.threads_asked, shrink).outermost;
    shorter += outermost - times(outermost, shrink.factor());
  }
  return shorter;
}

void cellsFromLog(Profile &profile) {
  auto p = static_cast<Ticks>(profile.threads_asked);
  profile.window = 0;
  for (ProfileThread &thread : profile.threads) {
    RebuiltThread rebuilt = rebuildThread(thread.log);
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      ProfileNode &node = thread.nodes[index];
      const Node *of = profile.node(index);
      bool is_counted = of && of->treatment == Treatment::Counted;
      RebuiltCells cells = rebuilt.cells.count(index) ? rebuilt.cells[index] : RebuiltCells();
      for (Spent kind : logged_kinds) {
        node.cells[kind].ticks = cells[kind].ticks;
        if (!cells[kind].or_more && !is_counted)
          node.cells[kind].entries = cells[kind].entries;
      }
      RegionSums sums = rebuilt.regions.count(index) ? rebuilt.regions[index] : RegionSums();
      node.area = sums.area;
      node.span = sums.span;
      node.inside = sums.inside;
      node.instances = sums.instances;
      Ticks rest = timesWithin(p, sums.span) - sums.area;
      node.missing = std::max<Ticks>(rest, 0);
      node.surplus = std::max<Ticks>(-rest, 0);
      profile.window +=
          node.span + node.cells[Spent::Serial].ticks + node.cells[Spent::Skipped].ticks;
    }
    thread.probe_ticks = rebuilt.probe;
    profile.window += thread.initial ? thread.serial_ticks + thread.serial_probe_ticks : 0;
  }
}

void shrinkCells(Profile &profile, const Replay &replay,
                 const std::vector<RebuiltThread> &measured) {
  for (uint32_t number = 0; number < profile.threads.size(); ++number) {
    RebuiltThread now = rebuildThread(profile.threads[number].log);
    if (logTellsAll(profile))
      fromLog(profile, profile.threads[number], now, replay.regions(), number);
    else
      ThinnedThread(profile, number, measured[number], now, replay.regions()).shrink();
  }
}

} // namespace tare
