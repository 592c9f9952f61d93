// SPDX-License-Identifier: Apache-2.0
// The log in approximated time (Sarukkai and Malony, section 3.2): the segments of every team
// between its common points, from the fork to the join, innermost regions first; then every region
// in its place.
//
//   log -> removal -> [timeline] -> log -> cells
#pragma once

#include "analyzer/perturbation/chance.h"
#include "analyzer/perturbation/interruptions.h"
#include "analyzer/perturbation/locks.h"
#include "analyzer/perturbation/nested.h"
#include "analyzer/perturbation/removal.h"
#include "analyzer/perturbation/task_sharing.h"
#include "analyzer/teams/hosts.h"

#include <map>
#include <span>
#include <utility>

namespace tare {

/// The instances of one region node that one thread forked, as far as the log tells of them.
struct RegionShrink {
  Ticks measured = 0, approximated = 0;               // time of the forking thread in them
  Ticks span = 0, area = 0, missing = 0, surplus = 0; // by how much these are less (ProfileNode)
  uint64_t outermost = 0, nested = 0;                 // how many
  double factor() const {
    return measured > 0 ? static_cast<double>(approximated) / static_cast<double>(measured) : 1;
  }
};
using RegionShrinks = std::map<std::pair<uint32_t, uint32_t>, RegionShrink>; // thread, node

class Timeline {
public:
  Timeline(Profile &profile, Removal &removal);

  /// Rewrites every thread's log; each instance's times are relative to its own fork from now on.
  void shrink();
  /// Puts the instances where they belong when the serial code between outermost regions, without
  /// those that the log lacks, takes this part of what it took.
  void place(double serial_factor);

  const RegionShrinks &regions() const { return regions_; }
  /// By how much the outermost regions in the log are shorter; what is left of them.
  Ticks shorter() const { return shorter_; }
  Ticks outermost() const { return outermost_; }

private:
  struct Ref {
    uint64_t instance;
    uint32_t ordinal, thread;
    size_t index;
    Ticks lacking = 0; // measured time of the barriers before it that the log lacks
  };
  struct Instance {
    std::span<Ref> refs;
    Ticks fork = 0, end = 0;          // measured
    Ticks begin = 0, shrunk = 0;      // approximated: its fork, and how long it is
    int64_t outer = -1;               // instance that `begin` is relative to
    Ticks lacking = 0;                // there, as of a Ref
    Ticks logged = 0, logged_now = 0; // thread time in what the log has: measured, approximated
    double factor = 1;                // by which what the log lacks becomes shorter
    uint32_t node = 0, thread = 0;    // thread that forks
    const Ref *join = nullptr;        // the forking thread's last segment
    bool nested = false;
  };
  struct Reached { // how far a thread has come in the instance that is worked on
    Ticks measured = 0, approximated = 0;
    Ticks probes = 0; // mean cost of those behind the barrier
  };
  struct Start { // of a team, behind barriers that the log lacks or at the one before
    bool behind_gap = false;
    Ticks then = 0, now = 0; // of the first to start
  };
  struct Arrival { // one thread on its way to a common point, as measured
    const Ref *ref;
    Ticks open, arrive, first, leave, end;
    Removal::Away away = {};        // from the probes of the barrier, or of the region's end
    Ticks idle = 0;                 // between its tasks in the wait
    Ticks busy = 0, busy_now = 0;   // without what was idle: measured, approximated
    Ticks around = 0;               // what probes of tasks took of the wait itself
    Ticks probes = 0;               // what all of them took
    Ticks since_leave = 0;          // mean cost, of those behind the barrier before too
    TaskTimes tasks = {};           // measured
    Ticks creation = 0;             // of tasks, before it arrives, measured
    Ticks first_idle = 0;           // of `idle`: until the first task
    Ticks most_idle = INT64_MAX;    // of the rest, approximated
    Ticks less = 0, wait_less = 0;  // by how much the segment and the tasks in the wait are shorter
    std::vector<Ticks> before = {}; // ticks of the segment's records
    std::vector<size_t> nested = {}, nested_before = {},
                        nested_in_wait = {}; // instances that were forked in it
  };

  Segment &at(const Ref &ref) { return profile_.threads[ref.thread].log[ref.index]; }
  void collect();
  void describe(Instance &instance);
  void shrinkInstance(size_t number);
  void shrinkTeam(size_t number, std::span<Ref> team);
  Start startOf(std::span<Ref> team);
  Arrival shrinkRecords(const Ref &ref);
  void shrinkLocks();
  Ticks beginOf(const Arrival &arrival, const Start &start) const;
  void shareTasks(const Start &start);
  void arrive(size_t number, Arrival &arrival, const Start &start);
  bool isMovedByChance(const Arrival &arrival);
  void evenOut(uint32_t region, const Start &start);
  void settleInterruptions(uint32_t region);
  struct Stretch {
    Ticks begin = 0, end = 0;
  };
  struct Pace { // of what threads without a task wait for
    Stretch then, now;
    double idle = 1; // behind that
    Ticks at(Ticks tick) const;
  };
  void findHosts();
  std::span<const Hosted> hostedBy(const Ref &ref) const;
  Ticks takeNested(Arrival &arrival, bool in_wait);
  double factorOf(uint32_t thread, uint32_t node) const;
  void adopt(size_t number, const Ref &ref, std::span<const size_t> nested, Stretch then,
             Stretch now);
  Ticks idleBefore(const Ref &ref);
  Pace paceOfTasks();
  void placeTasks(size_t number, const Arrival &arrival, const Pace &pace);
  void leave(size_t number, const Arrival &arrival, Ticks over_then, Ticks over_now);
  void finish(size_t number);
  static Ticks beginBehind(const Instance &instance, Ticks lacking);
  void move(const Instance &instance);

  static constexpr Ticks never = -1; // a leave that did not come, while times are relative
  static Ticks scaled(Ticks ticks, double factor) {
    return cutTicks(static_cast<double>(ticks) * factor);
  }
  static Ticks endOf(const Segment &segment) {
    return segment.in_wait.empty() ? segment.arrive : std::max(segment.arrive, segment.last_task);
  }
  /// Of a region, on the thread that forked it; its leave may never have come.
  static Ticks lifeEnd(const Segment &segment) { return std::max(segment.leave, segment.arrive); }

  Profile &profile_;
  Removal &removal_;
  Interruptions interruptions_;
  Arrivals chance_;
  Locks locks_;
  TaskSharing sharing_;
  std::vector<Ref> refs_;
  std::vector<Instance> instances_; // in the order in which they were forked
  std::vector<Reached> reached_;    // by thread
  std::vector<Arrival> arrivals_;
  Ticks lacking_ = 0;                       // so far, in the instance that is worked on
  std::vector<std::vector<Hosted>> nested_; // by thread, in order
  RegionShrinks regions_;
  Ticks shorter_ = 0, outermost_ = 0;
};

} // namespace tare
