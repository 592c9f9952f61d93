// SPDX-License-Identifier: Apache-2.0
// Segments, as they come, gathered into meetings: the one place that says which segments belong
// together. A run that is still being written can be followed with it, a segment at a time.
//
//   segments -> [gathering] -> teams
#pragma once

#include "analyzer/profile/profile.h"

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tare {

/// A segment: its thread, and its index in that thread's log.
struct LogPlace {
  uint32_t thread = 0, index = 0;
  auto operator<=>(const LogPlace &) const = default;
};

inline const Segment &segmentAt(const Profile &profile, LogPlace place) {
  return profile.threads[place.thread].log[place.index];
}

/// `use(LogPlace, const Segment &)`, thread by thread.
template <class Use> void forSegments(const Profile &profile, Use use) {
  for (LogPlace place; place.thread < profile.threads.size(); ++place.thread)
    for (place.index = 0; place.index < profile.threads[place.thread].log.size(); ++place.index)
      use(place, segmentAt(profile, place));
}

/// One common point of one team: the instance of its region, and how many points it had before.
struct MeetingKey {
  uint64_t instance = 0;
  uint32_t ordinal = 0;
  auto operator<=>(const MeetingKey &) const = default;
};

/// The segments that end at one common point, in the order of their places.
struct GatheredMeeting {
  MeetingKey key;
  std::vector<LogPlace> arrivals;
};

/// Keeps no more than the meetings that somebody is still on the way to. A segment costs one look
/// into a hash table.
class Gathering {
public:
  /// The meeting that this segment completes: as many are there as its team has threads. It lives
  /// until the next call. Null: others are still to come.
  const GatheredMeeting *add(LogPlace place, const Segment &segment);

  /// Those that somebody never reached, by key: of a thinned log, a thread that died, a cancelled
  /// region. The gathering is empty then.
  std::vector<GatheredMeeting> takeRest();

  size_t waiting() const { return open_.size(); }

private:
  struct Hash {
    size_t operator()(const MeetingKey &key) const {
      uint64_t hash = (key.instance * 0x9e3779b97f4a7c15ull + key.ordinal) * 0xbf58476d1ce4e5b9ull;
      return hash ^ (hash >> 32);
    }
  };

  std::unordered_map<MeetingKey, GatheredMeeting, Hash> open_;
  GatheredMeeting complete_;
};

} // namespace tare
