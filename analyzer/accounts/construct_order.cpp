// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/construct_order.h"

#include <algorithm>
#include <unordered_map>

namespace tare {
namespace {

constexpr int outside = -1; // the program; begin and end of a place

class OrderWalk {
public:
  OrderWalk(const Profile &profile, const Teams &teams, KeyTable &keys)
      : profile_(profile), teams_(teams), keys_(keys), of_(keys.add(profile)) {}

  ConstructOrder walk() {
    order_.is_whole = profile_.log_complete && !profile_.expanded;
    Chain program;
    for (const RegionInstance &instance : teams_.instances())
      if (!instance.nested && instance.joined) {
        enter(program, outside, regionOf(instance));
        walk(instance);
      }
    close(program);
    if (!order_.is_whole)
      for (auto &[place, constructs] : order_.places)
        constructs.follows.clear();
    return std::move(order_);
  }

private:
  using Chain = std::map<int, int>; // place -> the construct that was entered last in it

  int regionOf(const RegionInstance &instance) const {
    return of_[segmentAt(profile_, *instance.first).region_node];
  }

  /// What the forking thread did, from meeting to meeting.
  void walk(const RegionInstance &instance) {
    const int region = regionOf(instance);
    Chain chain;
    for (const Meeting &meeting : instance.meetings)
      for (LogPlace place : meeting.arrivals)
        if (place.thread == instance.first->thread)
          walk(place, region, chain);
    close(chain);
  }

  void walk(LogPlace place, int region, Chain &chain) {
    const Segment &segment = segmentAt(profile_, place);
    std::vector<int> seen = {region};
    auto meet = [&](uint32_t node) {
      if (int key = of_[node]; std::ranges::find(seen, key) == seen.end()) {
        seen.push_back(key);
        enter(chain, placeOf(key, region), key);
      }
    };
    for (const SpentTime &record : segment.spent)
      if (record.entries > 0 && (logged_kinds.has(record.kind) || record.kind == Spent::Nested))
        meet(record.node);
    for (const Hosted &hosted : teams_.hostedBy(place)) {
      const RegionInstance &inner = teams_.instances()[hosted.instance];
      if (!inner.first || !inner.joined)
        continue;
      meet(segmentAt(profile_, *inner.first).region_node);
      walk(inner);
    }
    if (segment.barrier_node < of_.size())
      meet(segment.barrier_node);
  }

  /// What a construct lies in, by calls too; at most the region.
  int placeOf(int key, int region) {
    auto [found, is_new] = around_.try_emplace(key, outside);
    if (is_new)
      found->second = keys_.around(key);
    return found->second < 0 || found->second == key ? region : found->second;
  }

  void enter(Chain &chain, int place, int key) {
    end(chain, key); // of its execution before
    int &last = chain.try_emplace(place, outside).first->second;
    PlaceOrder &constructs = order_.places[place];
    auto [step, is_new] = constructs.follows.try_emplace({last, key}, 0);
    if (is_new && std::ranges::find(constructs.first, key) == constructs.first.end())
      constructs.first.push_back(key);
    ++step->second;
    last = key;
  }

  void end(Chain &chain, int place) {
    if (auto last = chain.find(place); last != chain.end()) {
      ++order_.places[place].follows[{last->second, outside}];
      chain.erase(last);
    }
  }

  void close(Chain &chain) {
    while (!chain.empty())
      end(chain, chain.begin()->first);
  }

  const Profile &profile_;
  const Teams &teams_;
  KeyTable &keys_;
  std::vector<int> of_; // keys by process-wide node index
  std::unordered_map<int, int> around_;
  ConstructOrder order_;
};

} // namespace

ConstructOrder constructOrderOf(const Profile &profile, const Teams &teams, KeyTable &keys) {
  return OrderWalk(profile, teams, keys).walk();
}

} // namespace tare
