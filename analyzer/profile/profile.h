// SPDX-License-Identifier: Apache-2.0
// A validated profile of one run, by what its times mean. Everything here was checked against the
// file's size and against itself; nothing else reads runtime/profile_format.h.
//
//   profile file -> [profile] -> accounts
#pragma once

#include "analyzer/profile/event.h"
#include "analyzer/profile/spent_list.h"
#include "base/result.h"
#include "instrumenter/nodes/node.h"

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct ProfileModule {
  uint32_t first_node = 0;
  NodeTree tree;
};

struct ProfileCell {
  Ticks ticks = 0;
  uint64_t entries = 0;
  uint64_t units = 0;
};

/// Nodes that one was executed in, process-wide: at most two of them, as the runtime keeps them.
struct OuterNodes {
  std::array<uint32_t, 2> nodes = {};
  uint8_t count = 0;
  bool more = false; // there were others, too

  OuterNodes() = default;
  OuterNodes(std::initializer_list<uint32_t> known, bool others = false) : more(others) {
    for (uint32_t node : known)
      add(node);
  }
  void add(uint32_t node) { nodes[count++] = node; }
  const uint32_t *begin() const { return nodes.data(); }
  const uint32_t *end() const { return nodes.data() + count; }
  bool operator==(const OuterNodes &) const = default;
};

struct ProfileNode { // one thread, one node
  ByCell<ProfileCell> cells;
  Ticks area = 0, span = 0, inside = 0, missing = 0, surplus = 0;
  uint64_t instances = 0;
  OuterNodes outer;      // constructs that it was executed in, by any calls
  OuterNodes statements; // of serial code, that an outermost region or a statement was begun in

  Ticks ticks() const; // of all cells
  /// Whether the thread executed it as a statement of serial code.
  bool isStatement() const { return cells[Spent::Serial].entries > 0; }
};

/// The construct in whose body a thread forked the nested regions of a NESTED record, at `index` of
/// its list. Nothing: not known.
std::optional<uint32_t> constructAround(const SpentList &records, size_t index);

struct SegmentHead {
  uint64_t instance = 0;
  Ticks open = 0, arrive = 0, leave = 0; // relative to the window's start
  uint64_t runq_ns = 0;
  uint32_t region_node = 0, barrier_node = 0, ordinal = 0;
  uint16_t team_size = 0, thread_num = 0, depth = 0;
  bool is_last : 1 = false;   // ends at the region's end: `leave` is the join on the master, else 0
  bool is_master : 1 = false; // of the thread that forked the region
  bool has_runq : 1 = false;  // runq_ns was read at its end
  // Of the last one of an outermost region, on the master:
  uint32_t path = 0;             // call path, from 1
  uint32_t stands_for_count = 0; // instances that the budget left out, 65535: as many or more;
  Ticks stands_for = 0;          // and their spans, a part of what was Skipped
  Ticks late = 0;                // of the time until its start: without a core, beside `runq_ns`
  double weight = 1; // of an expanded profile: itself and what it stands for, among the log's
};

struct Segment : SegmentHead {
  SpentList spent;
  /// What the tasks did that ran on this thread while it waited, from first_task to last_task, and
  /// TaskGap: the part of the wait itself that it spent although a task was ready.
  SpentList in_wait;
  Ticks first_task = 0, last_task = 0;

  Ticks inWait() const; // in tasks
};

/// One iteration of a loop, chosen so that all iterations of the loop on its thread had one chance.
struct IterationSample {
  enum class Gap : uint8_t { None, Real, Empty };
  int64_t index = 0; // value of the loop's variable, or its ordinal on the thread
  uint32_t node = 0;
  uint32_t instance = 0; // of the region, cut to 32 bits
  Ticks body = 0;
  Ticks gap = 0; // Real: to the next iteration. Empty: what the probes alone take there.
  Gap gap_kind = Gap::None;
};

struct CallSite {
  uint32_t object = 0;  // of Profile::objects
  uint64_t address = 0; // of the instruction behind the call, as the object's own tables count
  auto operator<=>(const CallSite &) const = default;
};

struct CallPath {
  std::vector<CallSite> calls; // innermost first: the one in the function that holds the region
  auto operator<=>(const CallPath &) const = default;
};

struct ProfileThread {
  uint64_t tid = 0;
  uint32_t lives = 1; // threads that used this slot, one after the other
  bool initial = false;
  Ticks serial_ticks = 0, serial_probe_ticks = 0, probe_ticks = 0;
  uint64_t runq_ns = 0, serial_runq_ns = 0;
  uint64_t segments_dropped = 0;
  std::vector<ProfileNode> nodes; // by process-wide node index
  std::vector<Segment> log;
  std::shared_ptr<SpentTime[]> spent_store; // what the log's lists are lent from
  std::vector<IterationSample> samples;
  std::vector<Event> events; // of instances that the log has; empty: the program writes none

  ProfileCell sum(Spent kind) const; // over all nodes
};

struct Profile {
  std::string path;
  std::string program;
  std::string openmp_runtime;
  bool of_serial_program = false; // with probes at the counterparts of constructs: no regions
  bool disk_full = false;         // the log stopped early
  bool events_full = false;       // a thread's: then all ended
  bool two_runtimes = false;      // libgomp and libomp were both loaded
  bool unbalanced = false;        // a construct was left without passing its end
  bool too_deep = false;          // regions or tasks in more others than are measured
  uint32_t clock = 0;             // a number for each kind of clock: see clockName
  double ticks_per_second = 0;
  uint32_t threads_asked = 0;
  uint32_t cores_allowed = 0; // to the process; 0: not known
  Ticks window = 0;           // T of this run: start to stop, or to the last sign of life
  bool cut_off = false;       // the writer died, or ended inside a region
  std::string cut_reason;
  bool log_complete = false; // nothing dropped by sampling or a full disk
  uint64_t pid = 0;
  int rank = -1;           // of a job; -1: none
  uint64_t start_tick = 0; // of the window; comparable on one host
  uint64_t regions = 0, foreign_regions = 0;
  double other_cpu_s = 0; // of threads that took part in no measured region; 0: none, or not known
  uint32_t level_regions = 0, level_nested = 0, level_barriers = 0; // by which the log was sampled
  uint32_t budget_ppm = 0; // share of the threads' time that probes may take; 0: no budget
  /// By analyzer/thinning: the cells are of all instances of regions, those that a budget left out
  /// too, and the log is a sample of them with weights.
  bool expanded = false;
  std::vector<ProfileModule> modules;
  std::vector<ProfileThread> threads;
  std::vector<std::string> objects; // files that calls lie in
  std::vector<CallPath> paths;      // Segment::path - 1

  /// The node with a process-wide index, or null.
  const Node *node(uint32_t index) const;
  bool isLogSampled() const { return level_regions || level_nested || level_barriers; }
  uint32_t nodeCount() const;
  /// Whether only the node's outside was timed: it has cells, but no segments of its own.
  bool timedOutside(uint32_t index) const;
  /// Whether it makes a team and is timed from outside: it has an area of its own, nothing of what
  /// is inside is in the log, and its threads take part in no region with probes.
  bool hidesTeam(uint32_t index) const;
};

/// How that clock is read: "rdtsc", "cntvct_el0" (arm64), "clock_gettime".
std::string_view clockName(uint32_t clock);

/// Executions of a serial statement before the runtime may find it too short to be measured.
extern const uint32_t executions_until_too_short;

/// Reads and validates. A file whose writer died is read up to where it ends: open regions are
/// closed at the last sign of life, so that the books still close, and `cut_off` says so.
Result<Profile> readProfile(const std::string &path);

/// The same of a program that may still run. Regions that are open stay open: cells and areas are
/// of what has ended, and `cut_off` is set. Of all logs together at most `most_log_bytes` of the
/// file are held, or some instances (0: all): they are thinned to whole instances, as the runtime
/// thins them, and the levels say so; then iteration samples of 1 MiB are held, every so many of
/// each thread. Events are left out. The file's checksum is not told.
Result<Profile> readRunningProfile(const std::string &path, uint64_t most_log_bytes);

/// What was counted in a process; absent: that machine does not tell.
struct SystemCounts {
  std::optional<uint64_t> faults, switches, migrations;
  std::optional<uint64_t> instructions, cycles, reference_cycles; // user mode
};

/// The window of a process that ran with libtare-window.so preloaded.
struct Window {
  uint64_t pid = 0;
  uint32_t clock = 0;
  Ticks ticks = 0;
  double seconds = 0;
  double ticks_per_second = 0;
  uint64_t runq_ns = 0;
  uint64_t threads = 0;
  uint64_t cpu_ns = 0;            ///< of this process alone; 0: not told
  uint64_t device = 0, inode = 0; ///< of the file that was executed; 0: not told
  /// That the OpenMP runtime was loaded from. Empty: it was linked in, there was none, or not told.
  std::string openmp_file;
  SystemCounts counts;
  int rank = -1, ranks = 0; ///< of a job; -1 and 0: none, or not told
  std::string host;
  uint64_t start_tick = 0; ///< comparable on one host
};
Result<Window> readWindow(const std::string &path);

} // namespace tare
