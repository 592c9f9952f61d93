// SPDX-License-Identifier: Apache-2.0
// In which order a run enters its constructs, and which follows which: its control flow as the log
// has it, on the way of the thread that forks each team.
//
//   Profile, Teams -> [construct order] -> order lines
#pragma once

#include "analyzer/books/balances.h"
#include "analyzer/teams/teams.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tare {

/// The constructs of one place, by key.
struct PlaceOrder {
  std::vector<int> first;                         // in the order of their first entry
  std::map<std::pair<int, int>, int64_t> follows; // from, to -> times; -1: the place's begin, end

  bool operator==(const PlaceOrder &) const = default;
};

/// By key of the place: a region, or a construct that others lie in. -1: the program, with its
/// outermost regions.
struct ConstructOrder {
  std::map<int, PlaceOrder> places;
  /// The log has every execution, so that `follows` is right. Else neighbours may be missing.
  bool is_whole = false;

  bool operator==(const ConstructOrder &) const = default;
};

/// A log says in which order a thread entered constructs between two common points of its team, and
/// how often, but not when each time. So executions that no such point lies between count as one.
/// Tasks run in any order: what creates them has a place, what runs them has none. One walk over
/// the log of one thread of each team.
ConstructOrder constructOrderOf(const Profile &profile, const Teams &teams, KeyTable &keys);

} // namespace tare
