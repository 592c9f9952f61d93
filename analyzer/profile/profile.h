// SPDX-License-Identifier: Apache-2.0
// A validated profile of one run. Everything here was checked against the file's size and against
// itself; nothing else reads runtime/profile_format.h.
//
//   profile file -> [profile] -> accounts
#pragma once

#include "analyzer/profile/spent_list.h"
#include "base/result.h"
#include "instrumenter/nodes/node.h"
#include "runtime/profile_format.h"

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

struct ProfileNode { // one thread, one node
  std::array<ProfileCell, TARE_SLOTS> slots;
  Ticks area = 0, span = 0, inside = 0, missing = 0, surplus = 0;
  uint64_t instances = 0;
  /// Constructs that it was executed in, by any calls: process-wide index + 1; 0: none. Of more
  /// than two the second is TARE_PF_MORE.
  std::array<uint32_t, TARE_PF_OUTER> outer = {};
  /// Likewise: statements of serial code that it was begun in, an outermost region or a statement.
  std::array<uint32_t, TARE_PF_OUTER> statements = {};
};

/// The construct in whose body a thread forked the nested regions of a NESTED record, at `index` of
/// its list. Nothing: not known.
std::optional<uint32_t> constructAround(const SpentList &records, size_t index);

struct SegmentHead {
  uint64_t instance = 0;
  Ticks open = 0, arrive = 0, leave = 0; // relative to the window's start
  uint64_t runq_ns = 0;
  uint32_t region_node = 0, barrier_node = 0, ordinal = 0;
  uint16_t flags = 0, team_size = 0, thread_num = 0, depth = 0;
  // Of the last one of an outermost region, on the master:
  uint32_t path = 0;             // call path, from 1
  uint32_t stands_for_count = 0; // instances that the budget left out, 65535: as many or more;
  Ticks stands_for = 0;          // and their spans, a part of the region's ASLEEP
  Ticks late = 0;                // of the time until its start: without a core, beside `runq_ns`
  double weight = 1; // of an expanded profile: itself and what it stands for, among the log's
};

struct Segment : SegmentHead {
  SpentList spent;
  /// What the tasks did that ran on this thread while it waited, from first_task to last_task, and
  /// TARE_SLOT_FETCH: the part of the wait itself that it spent although a task was ready.
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
};

struct Profile {
  std::string path;
  std::string program;
  std::string openmp_runtime;
  uint32_t status = 0; // tare_pf_status bits
  uint32_t clock = 0;  // tare_pf_clock
  double ticks_per_second = 0;
  uint32_t threads_asked = 0;
  uint32_t cores_allowed = 0; // to the process; 0: not known
  Ticks window = 0;           // T of this run: start to stop, or to the last sign of life
  bool cut_off = false;       // the writer died, or ended inside a region
  std::string cut_reason;
  bool log_complete = false; // nothing dropped by sampling or a full disk
  uint64_t pid = 0;
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
  /// The serial program, with probes at the twins of the parallel one's constructs: no regions.
  bool isOfSerialProgram() const { return status & TARE_STATUS_SERIAL; }
  /// Whether a slot of this node holds time of serial code. With entries and without a tick the
  /// statement was too short to be measured: its time is in that of what is around it.
  bool isSerial(uint32_t index, uint16_t slot) const;
  /// Whether a thread executed the node as a statement of serial code.
  bool isStatement(const ProfileThread &thread, uint32_t index) const;
  /// Whether a slot of this node holds instances of a region that the budget left out: their spans
  /// on the thread that forked them, and no log.
  bool isAsleep(uint32_t index, uint16_t slot) const;
};

/// Reads and validates. A file whose writer died is read up to where it ends: open regions are
/// closed at the last sign of life, so that the books still close, and `cut_off` says so.
Result<Profile> readProfile(const std::string &path);

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
  SystemCounts counts;
};
Result<Window> readWindow(const std::string &path);

} // namespace tare
