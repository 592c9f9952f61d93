// SPDX-License-Identifier: Apache-2.0
// What is different in a run that is replayed: how long things take. The replay itself knows when
// they happen then.
//
//   [duration change] -> replay
#pragma once

#include "analyzer/teams/teams.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tare {

/// One thread of a team on its way to a common point. Ticks.
struct Arrival {
  LogPlace place;
  Segment *segment = nullptr; // rewritten step by step

  // As it was:
  Ticks open = 0, arrive = 0, leave = 0; // leave 0: it never did
  Ticks first = 0;                       // the first task in its wait began; 0: none
  Ticks end = 0;                         // it arrived, and its tasks in the wait were over
  Ticks idle = 0;                        // between arrival and the last task in the wait
  Ticks first_idle = 0;                  // of `idle`: until the first task
  Ticks busy = 0;                        // from `open` to `end` without `idle`
  Ticks creation = 0; // of tasks, before it arrives: others wait for them. A DurationChange says

  // As it is replayed:
  Ticks open_now = 0;          // known from DurationChange::together on
  Ticks busy_now = 0;          // known from DurationChange::arrived on
  Ticks less = 0;              // by how much the segment is shorter
  Ticks wait_less = 0;         // likewise the tasks in the wait
  Ticks most_idle = INT64_MAX; // of `idle` behind the first task
  bool behind_gap = false;     // barriers before it are not in the log
  std::vector<uint32_t> nested = {}, nested_before = {},
                        nested_in_wait = {}; // instances that were forked in it

  /// It arrives so much later (earlier, below 0) than the replay has made it.
  void move(Ticks by) {
    segment->arrive += by;
    busy_now += by;
  }
};

/// Calls come for one team at a time, from its fork to its join, instances inside of others before
/// these. Each function may edit the records of the segments, so that they sum to what the arrivals
/// say.
class DurationChange {
public:
  virtual ~DurationChange() = default;
  /// Each thread's own time: sets `less` and `wait_less`, and may set `idle`, `first_idle` and
  /// `creation`. Nested regions are taken care of behind it.
  virtual void own(std::span<Arrival> team) = 0;
  /// What threads do to one another on their way: locks, tasks. Changes the same members.
  virtual void together(std::span<Arrival>) {}
  /// Everybody has arrived, and may be moved.
  virtual void arrived(std::span<Arrival>) {}
  /// Whether threads wait for one another at this common point; false: each goes on by itself.
  virtual bool waits(std::span<const Arrival>) { return true; }
  /// Of what is idle between the tasks in the wait.
  virtual Ticks idleInWait(const Arrival &, Ticks idle) { return idle; }
  /// From the end of the wait until the thread goes on; `after` is what that was, above 0.
  virtual Ticks release(const Arrival &, Ticks after) { return after; }
};

} // namespace tare
