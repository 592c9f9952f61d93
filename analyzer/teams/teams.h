// SPDX-License-Identifier: Apache-2.0
// Who met whom in a run: the instances of its regions, the common points that their teams met at,
// and where nested instances were forked. Places only, no times: what holds of a profile as
// measured holds of the same one in approximated time, or with weights.
//
//   Profile -> [teams] -> replay, perturbation, thinning, books, accounts
#pragma once

#include "analyzer/teams/gathering.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tare {

/// How many regions are around a segment on its own thread. (Segment::depth is the one of the
/// thread that forked the team; any other thread of it is in no other region.)
size_t depthOn(const Segment &segment);

/// The segments of a team that end at one common point, in the order of their threads.
struct Meeting {
  std::span<const LogPlace> arrivals;
  uint32_t instance = 0; // index into Teams::instances()
};

/// One execution of a region, as far as the log has kept it.
struct RegionInstance {
  std::span<const LogPlace> segments;  // by meeting, then by thread
  std::span<const Meeting> meetings;   // in order
  std::optional<LogPlace> first, last; // on the thread that forked it
  bool joined = false;                 // `last` ends with the join
  bool nested = false;
};

/// A nested instance and the segment on the thread that forked it in which that happened.
struct Hosted {
  uint32_t host = 0;     // index into that thread's log
  uint32_t instance = 0; // index into Teams::instances()
  auto operator<=>(const Hosted &) const = default;
};

class Teams {
public:
  /// Takes a walk over the log, 20 to 30 bytes a segment while it lasts and 20 for what it keeps.
  explicit Teams(const Profile &profile);
  Teams(const Teams &) = delete;
  Teams &operator=(const Teams &) = delete;
  Teams(Teams &&) = default;
  Teams &operator=(Teams &&) = default;

  /// In the order in which they were forked.
  std::span<const RegionInstance> instances() const { return instances_; }
  /// Of all instances, in their order.
  std::span<const Meeting> meetings() const { return meetings_; }

  const Meeting &meetingOf(LogPlace place) const {
    return meetings_[meeting_of_[place.thread][place.index]];
  }
  /// Nested instances that were forked in this segment, in order. (Those that the log has kept no
  /// segment around are in none.)
  std::span<const Hosted> hostedBy(LogPlace place) const;

private:
  struct Row { // a meeting's key and where its places are
    MeetingKey key;
    size_t begin = 0, count = 0;
  };
  void gather(const Profile &profile, std::vector<Row> &rows);
  void keep(const GatheredMeeting &meeting, std::vector<Row> &rows);
  void order(std::vector<Row> &rows);
  void divide(const Profile &profile, const std::vector<Row> &rows);
  void describe(const Profile &profile, RegionInstance &instance) const;

  std::vector<LogPlace> places_;
  std::vector<Meeting> meetings_;
  std::vector<RegionInstance> instances_;
  std::vector<std::vector<uint32_t>> meeting_of_; // by thread and index
  std::vector<std::vector<Hosted>> hosted_;       // by thread, in order
};

} // namespace tare
