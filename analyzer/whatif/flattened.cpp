// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/flattened.h"

#include "analyzer/replay/replay.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {

namespace {

uint16_t sumOf(uint16_t a, uint16_t b) {
  return static_cast<uint16_t>(std::min<unsigned>(unsigned(a) + b, SpentTime::most));
}

class Flattener {
public:
  explicit Flattener(Profile &profile) : profile_(profile), teams_(profile) {
    forSegments(profile, [&](LogPlace place, const Segment &) {
      for (const Hosted &hosted : teams_.hostedBy(place))
        host_[hosted.instance] = place;
    });
  }

  // What lies inside of another was forked later.
  void flatten() {
    for (auto number = static_cast<uint32_t>(teams_.instances().size()); number-- > 0;)
      if (teams_.instances()[number].nested)
        flattenOne(number);
    if (gone_.empty())
      return;
    for (ProfileThread &thread : profile_.threads)
      std::erase_if(thread.log, [&](const Segment &s) { return gone_.count(s.instance) > 0; });
  }

private:
  Segment &at(LogPlace place) { return profile_.threads[place.thread].log[place.index]; }

  void flattenOne(uint32_t number) {
    const RegionInstance &instance = teams_.instances()[number];
    auto host = host_.find(number);
    const Segment &first = at(instance.segments.front());
    if (host == host_.end() || first.team_size != 1 || !instance.joined)
      return;
    Segment &around = at(host->second);
    bool in_wait = first.open >= around.arrive;
    SpentList &records = in_wait ? around.in_wait : around.spent;
    auto nested = std::ranges::find_if(records, [&](const SpentTime &record) {
      return record.kind == Spent::Nested && record.node == first.region_node;
    });
    Ticks span = 0;
    for (LogPlace place : instance.segments)
      span += std::max(at(place).leave, endOf(at(place))) - at(place).open;
    if (nested == records.end() || nested->ticks < span)
      return;
    nested->ticks -= span;
    std::vector<SpentTime> all(records.begin(), records.end());
    for (LogPlace place : instance.segments)
      addAll(all, at(place));
    records = all;
    gone_.insert(first.instance);
  }

  static void addAll(std::vector<SpentTime> &all, const Segment &segment) {
    Ticks inside = 0;
    for (const SpentList *list : {&segment.spent, &segment.in_wait})
      for (const SpentTime &record : *list) {
        add(all, record.kind == Spent::TaskGap
                     ? SpentTime{record.ticks, segment.barrier_node, Spent::Wait, 0, 0}
                     : record);
        inside += record.ticks;
      }
    Ticks rest = std::max(segment.leave, endOf(segment)) - segment.open - inside;
    add(all, {rest, segment.barrier_node, Spent::Wait, 0, 1});
  }

  static void add(std::vector<SpentTime> &all, const SpentTime &record) {
    auto same = std::ranges::find_if(all, [&](const SpentTime &known) {
      return known.node == record.node && known.kind == record.kind && hasCell(record.kind);
    });
    if (same == all.end()) {
      all.push_back(record);
      return;
    }
    same->ticks += record.ticks;
    same->units = sumOf(same->units, record.units);
    same->entries = sumOf(same->entries, record.entries);
  }

  Profile &profile_;
  Teams teams_;
  std::map<uint32_t, LogPlace> host_; // by instance
  std::set<uint64_t> gone_;           // instances, as segments have them
};

} // namespace

void flattenNested(Profile &profile) { Flattener(profile).flatten(); }

} // namespace tare
