// SPDX-License-Identifier: Apache-2.0
// What the threads of single executions of a region did from one common point to the next, and for
// whom they waited there: tare.timeline/1, beside the table.
//
//   Profile, Teams -> [timeline] -> JSON, page, Chrome trace
//
// A log has the times at which a thread reached common points, and between them only sums. So who
// waited for whom is exact, and the order of what a thread did on its way is not known.
#pragma once

#include "analyzer/timeline/job_calls.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct TimelineConstruct {
  std::string id; // as ConstructLines::id
  std::string kind, file, directive, function;
  int line = 0;
};

/// A part of a segment. Parts of one kind at one construct are one.
struct TimelinePart {
  int construct = 0; // index into Timeline::constructs; of a wait for a team: what caused it
  std::string state; // a name in timeline_states
  double time_s = 0;
};

/// From one common point to the next. Times count from the instance's begin.
struct TimelineSegment {
  double open_s = 0;   // it leaves the last common point, or the region begins
  double arrive_s = 0; // it has reached the next one
  double leave_s = 0;  // it goes on; of the region's end: the join
  int barrier = 0;     // construct of that common point
  /// Number in the team of the thread that arrived last. Absent: it is this one, or they waited for
  /// tasks, or the log does not tell.
  std::optional<int> waits_for;
  std::vector<TimelinePart> spent;  // from open to arrive, which is their sum
  std::vector<TimelinePart> waited; // from arrive to leave, likewise; tasks run there, too
};

/// A task, or a wait for a lock, whose times events tell.
struct TimelineEvent {
  int construct = 0;
  std::string what; // "task", "lock_wait"
  double from_s = 0, to_s = 0;
  std::optional<int> waits_for; // of a wait for a lock: number in the team of who had it last
};

struct TimelineRow {
  int thread = 0; // number in the team
  std::vector<TimelineSegment> segments;
  std::vector<TimelineEvent> recorded; // by end; empty: the program writes no events
};

/// One execution of a region, from fork to join.
struct TimelineInstance {
  int region = 0;         // construct
  std::string why;        // "worst", "median", "only": by waited_s among the executions
  int64_t number = 0;     // in the run, from 1, of all regions
  int64_t executions = 0; // of this region that could be chosen from
  int64_t stands_for = 1; // executions, itself and those that a budget left out
  int team = 0;           // threads; rows may be fewer
  double begin_s = 0;     // since the begin of the run
  double span_s = 0;
  double waited_s = 0;                 // sum over all threads
  std::optional<double> shown_until_s; // absent: all of it
  std::vector<TimelineRow> rows;       // by thread
};

/// A thread of the outermost teams, over the whole run.
struct LateThread {
  int thread = 0;         // number in the team
  int64_t times_last = 0; // common points at which it came last, and others waited for it
  double awaited_s = 0;   // all others' waits for it
  double waited_s = 0;    // its waits for others
};

struct LateThreads {
  int64_t meetings = 0; // common points at which some thread waited for the last one
  bool sampled = false; // the log has not kept all executions: sums are of those that it has
  std::vector<LateThread> threads; // by number; awaited_s and waited_s have the same sum
};

/// What a timeline lacks.
struct TimelineGap {
  /// "regions", "instances", "threads", "segments", "events", "ranks", "calls"
  std::string what;
  int64_t count = 0;
  std::string reason;
};

struct Timeline {
  std::string program;
  int threads = 0;             // p; in a job, of all its ranks
  int ranks = 0;               // 0: no job
  std::optional<int> rank;     // that it is of
  int run = 0;                 // number of the run in the results; 0: not known
  int repetition = 0;          // that the run belongs to; 0: not known
  int repetitions = 0;         // on as many threads, of which it has the median time; 0: not known
  bool without_probes = false; // times are approximated: without what the probes took
  std::string reason;          // why there is no instance; empty: there are some
  std::vector<TimelineConstruct> constructs;
  std::vector<TimelineInstance> instances; // by region, the largest first
  std::optional<LateThreads> late;         // absent: none waited, or the log does not tell
  std::optional<TimelineJob> job;          // absent: no job, or its messages were not recorded
  std::vector<TimelineGap> left_out;
};

enum class TimelineGroup : uint8_t { Work, Wait, Runtime };

struct TimelineState {
  std::string_view name; // in JSON
  TimelineGroup group;
  std::string_view words; // for people
};

/// In the order in which the parts of a segment are shown.
extern const std::vector<TimelineState> timeline_states;

/// Null: there is none of this name.
const TimelineState *timelineState(std::string_view name);

/// What is said of the order inside segments.
inline constexpr std::string_view order_not_recorded = "not recorded",
                                  order_of_events = "tasks and waits for locks recorded";
std::string_view orderInside(const Timeline &timeline);

/// How long the thread waited behind its arrival: without tasks that ran there, and without leaving
/// the barrier. Seconds.
double waitIn(const TimelineSegment &segment);

/// Thread time of an instance's rows in states of one group, seconds.
double timeIn(const TimelineInstance &instance, TimelineGroup group);

} // namespace tare
