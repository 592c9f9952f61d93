// SPDX-License-Identifier: Apache-2.0
// A run again, with other times (Sarukkai and Malony, section 3.2; the program activity graph): the
// segments of every team between its common points, from the fork to the join, innermost regions
// first; then every region in its place. A thread goes on when the last of its team has arrived.
//
//   log, Teams, DurationChange -> [replay] -> log
#pragma once

#include "analyzer/replay/duration_change.h"

#include <map>
#include <utility>

namespace tare {

/// The instances of one region node that one thread forked, as far as the log tells of them.
struct RegionShrink {
  Ticks measured = 0, replayed = 0;                   // time of the forking thread in them
  Ticks span = 0, area = 0, missing = 0, surplus = 0; // by how much these are less (ProfileNode)
  uint64_t outermost = 0, nested = 0;                 // how many
  double factor() const {
    return measured > 0 ? static_cast<double>(replayed) / static_cast<double>(measured) : 1;
  }
};
using RegionShrinks = std::map<std::pair<uint32_t, uint32_t>, RegionShrink>; // thread, node

class Replay {
public:
  /// `teams` are of `profile`, whose log is rewritten.
  Replay(Profile &profile, const Teams &teams, DurationChange &change);

  /// Rewrites every thread's log; each instance's times are relative to its own fork from now on.
  void run();
  /// Puts the instances where they belong when the serial code between outermost regions, without
  /// those that the log lacks, takes this part of what it took.
  void place(double serial_factor);

  const RegionShrinks &regions() const { return regions_; }
  /// By how much the outermost regions in the log are shorter; what is left of them.
  Ticks shorter() const { return shorter_; }
  Ticks outermost() const { return outermost_; }

private:
  struct Instance {
    Ticks fork = 0, end = 0;          // as it was
    Ticks begin = 0, length = 0;      // replayed: its fork, and how long it is
    int64_t outer = -1;               // instance that `begin` is relative to
    Ticks lacking = 0;                // there, as of a meeting
    Ticks logged = 0, logged_now = 0; // thread time in what the log has
    double factor = 1;                // by which what the log lacks becomes shorter
    uint32_t node = 0, thread = 0;    // thread that forks
    bool nested = false;
  };
  struct Reached { // how far a thread has come in the instance that is worked on
    Ticks then = 0, now = 0;
  };
  struct Start { // of a team, behind barriers that the log lacks or at the one before
    bool behind_gap = false;
    Ticks then = 0, now = 0; // of the first to start
  };
  struct Stretch {
    Ticks begin = 0, end = 0;
  };
  struct Pace { // of what threads without a task wait for
    Stretch then, now;
    double idle = 1; // behind that
    Ticks at(Ticks tick) const;
  };

  Segment &at(LogPlace place) { return profile_.threads[place.thread].log[place.index]; }
  Instance describe(const RegionInstance &instance);
  void replayInstance(uint32_t number);
  void replayMeeting(uint32_t number, size_t meeting);
  Start startOf(size_t meeting);
  Arrival arrivalAt(LogPlace place);
  Ticks beginOf(const Arrival &arrival, const Start &start) const;
  void arrive(uint32_t number, size_t meeting, Arrival &arrival, const Start &start);
  Ticks takeNested(Arrival &arrival, bool in_wait);
  double factorOf(uint32_t thread, uint32_t node) const;
  void adopt(uint32_t number, Ticks lacking, std::span<const uint32_t> nested, Stretch then,
             Stretch now);
  Pace paceOfTasks() const;
  void placeTasks(uint32_t number, size_t meeting, const Arrival &arrival, const Pace &pace);
  void leave(uint32_t number, const Arrival &arrival, Ticks over_then, Ticks over_now);
  void finish(uint32_t number);
  static Ticks beginBehind(const Instance &instance, Ticks lacking);
  void move(uint32_t number);
  size_t meetingNumber(const Meeting &meeting) const {
    return static_cast<size_t>(&meeting - teams_.meetings().data());
  }

  static constexpr Ticks never = -1; // a leave that did not come, while times are relative
  static constexpr Ticks alone = -1; // the last arrival, where nobody waits for it
  static Ticks scaled(Ticks ticks, double factor) {
    return cutTicks(static_cast<double>(ticks) * factor);
  }

  Profile &profile_;
  const Teams &teams_;
  DurationChange &change_;
  std::vector<Instance> instances_; // as those of `teams_`
  std::vector<Ticks> lacking_;      // by meeting: time of barriers before it that the log lacks
  Ticks lacking_so_far_ = 0;        // in the instance that is worked on
  std::vector<Reached> reached_;    // by thread
  std::vector<Arrival> arrivals_;   // of the meeting that is worked on
  RegionShrinks regions_;
  Ticks shorter_ = 0, outermost_ = 0;
};

/// When a thread has arrived and its tasks in the wait are over.
inline Ticks endOf(const Segment &segment) {
  return segment.in_wait.empty() ? segment.arrive : std::max(segment.arrive, segment.last_task);
}

} // namespace tare
