// SPDX-License-Identifier: Apache-2.0
// The same quantity from both records. What each means is said where it is summed up; where the
// definitions differ in a program, the figure says so and is not judged.
#include "bench/witness/cross_check.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace tare {

namespace {

bool isLockKind(NodeKind kind) {
  return kind == NodeKind::Critical || kind == NodeKind::Lock || kind == NodeKind::Ordered;
}

bool isTaskWait(NodeKind kind) { return kind == NodeKind::Taskwait || kind == NodeKind::Taskgroup; }

bool isOtherWait(NodeKind kind) { return kind == NodeKind::Spin || kind == NodeKind::Taskyield; }

/// What the source probes say, summed over threads.
class ProbeSums {
public:
  explicit ProbeSums(const Profile &profile) : profile_(profile) {
    takeOutStart();
    for (const ProfileModule &module : profile.modules)
      for (const Node &node : module.tree.nodes)
        left_out_ |= node.treatment == Treatment::Unprobed;
    for (const ProfileThread &thread : profile.threads)
      for (uint32_t index = 0; index < thread.nodes.size(); ++index)
        if (const Node *node = profile.node(index))
          add(index, *node, thread.nodes[index]);
  }

  /// Why nothing can be compared; empty: most can be.
  const char *blind() const {
    if (profile_.foreign_regions)
      return "only OMPT sees regions of the program's own threads";
    if (asleep_)
      return "only OMPT sees the regions that the budget left out";
    if (left_out_)
      return "OMPT also sees what the plan left out";
    return opaque_ ? "OMPT also sees inside constructs that are timed from outside" : "";
  }

  Ticks fork = 0, barrier = 0, lock = 0, task_wait = 0, task = 0, creation = 0, loop = 0;
  int64_t forks = 0, regions = 0, barriers = 0, acquisitions = 0, tasks = 0, iterations = 0;
  bool knows_start = false; // the first region is in the log
  bool uncounted = false;   // iterations of some loop are not known
  bool doacross = false;    // waits for a sink: no mutex, to OMPT
  bool spins = false;       // the user's own waits
  bool copyprivate = false; // whose barrier is the runtime's own, to OMPT
  bool untied = false, cancelled = false, taskloop = false;

private:
  void add(uint32_t index, const Node &node, const ProfileNode &cells) {
    const ProfileCell &body = cells.cells[Spent::Body], &wait = cells.cells[Spent::Wait];
    bool met = body.entries || wait.entries || cells.instances;
    if (met)
      noteDirective(node);
    if (profile_.timedOutside(index)) {
      opaque_ |= met;
      return;
    }
    if (node.kind == NodeKind::Parallel) {
      fork += cells.cells[Spent::Fork].ticks;
      forks += static_cast<int64_t>(cells.cells[Spent::Fork].entries);
      asleep_ |= cells.cells[Spent::Skipped].entries > 0;
    }
    addWait(node, wait);
    addBody(node, cells);
    barrier += cells.area - cells.inside; // the workers' waits at the region's end
    regions += static_cast<int64_t>(cells.instances);
  }

  /// The first fork also starts the OpenMP runtime, before OMPT has anything to tell.
  void takeOutStart() {
    for (const ProfileThread &thread : profile_.threads)
      for (const Segment &segment : thread.log)
        if (segment.instance == 1 && segment.ordinal == 0)
          for (const SpentTime &spent : segment.spent)
            if (spent.kind == Spent::Fork && spent.node == segment.region_node) {
              fork -= spent.ticks;
              knows_start = true;
            }
  }

  void noteDirective(const Node &node) {
    auto has = [&](const char *clause) { return hasClause(node.clauses, clause); };
    doacross |= node.kind == NodeKind::Ordered && (has("depend") || has("doacross"));
    copyprivate |= has("copyprivate");
    untied |= node.kind == NodeKind::Task && has("untied");
    cancelled |= node.opaque == "cancel";
    taskloop |= node.kind == NodeKind::Taskloop;
  }

  void addWait(const Node &node, const ProfileCell &wait) {
    if (isLockKind(node.kind)) {
      lock += wait.ticks;
      acquisitions += releasesLock(node) ? 0 : static_cast<int64_t>(wait.entries);
    } else if (isTaskWait(node.kind)) {
      task_wait += wait.ticks;
    } else if (isOtherWait(node.kind)) {
      spins |= node.kind == NodeKind::Spin && wait.entries;
    } else {
      barrier += wait.ticks;
      if (node.kind != NodeKind::Parallel)
        barriers += static_cast<int64_t>(wait.entries);
    }
  }

  void addBody(const Node &node, const ProfileNode &cells) {
    const ProfileCell &body = cells.cells[Spent::Body];
    if (isTaskWait(node.kind)) {
      task_wait += cells.cells[Spent::Fetching].ticks;
    } else if (node.kind == NodeKind::Task) {
      task += body.ticks;
      creation += cells.cells[Spent::Creation].ticks;
      tasks += static_cast<int64_t>(body.units);
    } else if (node.kind == NodeKind::For) {
      loop += body.ticks + cells.cells[Spent::Scheduling].ticks;
      uncounted |= body.entries && !node.counted_iterations;
      iterations += static_cast<int64_t>(body.units);
    }
  }

  const Profile &profile_;
  bool opaque_ = false;   // time inside some construct is not known
  bool asleep_ = false;   // regions have no probes
  bool left_out_ = false; // constructs have none
};

CheckedFigure timeOf(const char *name, Ticks probes, Ticks ompt, const char *reason = "") {
  return {name, true, probes, ompt, reason};
}

CheckedFigure countOf(const char *name, int64_t probes, uint64_t ompt, const char *reason = "") {
  return {name, false, probes, static_cast<int64_t>(ompt), reason};
}

constexpr const char *left = "a cancelled construct is left without its end";
constexpr const char *untold = "OMPT does not tell when an untied task is left";

/// The first reason that holds; blindness is always one.
const char *firstOf(const ProbeSums &sums,
                    std::initializer_list<std::pair<bool, const char *>> whys) {
  if (*sums.blind())
    return sums.blind();
  for (const auto &[holds, why] : whys)
    if (holds)
      return why;
  return "";
}

/// OMPT has an event when a task is created, but none when that is done: creation by a task is in
/// its time. By count, for want of anything better.
Ticks creationInTasks(const ProbeSums &sums, const Witness &witness) {
  uint64_t created = witness.count(TARE_WT_CREATED);
  if (!created)
    return 0;
  return static_cast<Ticks>(static_cast<__int128>(sums.creation) *
                            witness.count(TARE_WT_CREATED_IN_TASK) / created);
}

void addRegions(const ProbeSums &sums, const Witness &w, std::vector<CheckedFigure> &figures) {
  const char *inside = sums.blind();
  WitnessCell fork = w.state(TARE_WT_FORK), barrier = w.state(TARE_WT_BARRIER);
  figures.push_back(countOf("regions", sums.regions, w.count(TARE_WT_REGIONS), inside));
  uint64_t starts = fork.entries + w.state(TARE_WT_START).entries;
  figures.push_back(countOf("threads started in regions", sums.forks, starts, inside));
  const char *later =
      firstOf(sums, {{!sums.knows_start, "the first region was sampled out of the log"}});
  figures.push_back(timeOf("forks after the first", sums.fork, fork.ticks, later));
  const char *wait = firstOf(sums, {{sums.cancelled, left}, {sums.untied, untold}});
  const char *number =
      firstOf(sums, {{sums.cancelled, left},
                     {sums.copyprivate, "copyprivate has as many as the runtime thinks fit"}});
  figures.push_back(countOf("barriers inside regions", sums.barriers, barrier.entries, number));
  Ticks inner = sums.copyprivate ? w.state(TARE_WT_INNER_BARRIER).ticks : 0;
  figures.push_back(timeOf("barrier waits", sums.barrier,
                           barrier.ticks + inner + w.state(TARE_WT_REGION_END).ticks, wait));
}

void addLocks(const ProbeSums &sums, const Witness &w, std::vector<CheckedFigure> &figures) {
  const char *why =
      firstOf(sums, {{sums.cancelled, left},
                     {sums.doacross, "OMPT does not time waits for a doacross sink"}});
  WitnessCell all;
  for (tare_wt_state state : {TARE_WT_LOCK, TARE_WT_CRITICAL, TARE_WT_ORDERED}) {
    all.ticks += w.state(state).ticks;
    all.entries += w.state(state).entries;
  }
  figures.push_back(countOf("acquisitions of locks", sums.acquisitions, all.entries, why));
  figures.push_back(timeOf("lock waits", sums.lock, all.ticks, why));
}

void addTasks(const ProbeSums &sums, const Witness &w, std::vector<CheckedFigure> &figures) {
  const char *why = firstOf(sums, {{sums.cancelled, left}, {sums.untied, untold}});
  const char *count = firstOf(
      sums, {{sums.cancelled, left}, {sums.taskloop, "OMPT counts a taskloop's tasks otherwise"}});
  Ticks waits = w.state(TARE_WT_TASKWAIT).ticks + w.state(TARE_WT_TASKGROUP).ticks;
  figures.push_back(countOf("tasks", sums.tasks, w.count(TARE_WT_COMPLETED), count));
  figures.push_back(timeOf("tasks' time", sums.task + creationInTasks(sums, w),
                           w.state(TARE_WT_TASK).ticks, why));
  figures.push_back(timeOf("waits for tasks", sums.task_wait, waits, why));
}

void addLoops(const ProbeSums &sums, const Witness &w, std::vector<CheckedFigure> &figures) {
  uint64_t chunks = w.count(TARE_WT_CHUNKS);
  const char *why =
      firstOf(sums, {{sums.uncounted, "the probes do not count iterations of some loop"},
                     {chunks == 0, "this runtime does not tell of chunks"}});
  figures.push_back(
      countOf("iterations of loops", sums.iterations, w.count(TARE_WT_ITERATIONS), why));
  const char *creating = firstOf(
      sums, {{sums.cancelled, left},
             {sums.spins, "loops of the user's own wait: OMPT takes that for work"},
             {sums.creation > 0, "tasks are created: OMPT does not tell how long that took"}});
  figures.push_back(timeOf("loops' time", sums.loop, w.state(TARE_WT_LOOP).ticks, creating));
}

void addNotes(const Profile &profile, const Witness &witness, std::vector<std::string> &notes) {
  if (witness.lost_threads)
    notes.push_back(std::to_string(witness.lost_threads) + " threads were not recorded by OMPT");
  if (witness.count(TARE_WT_DEEP))
    notes.push_back(std::to_string(witness.count(TARE_WT_DEEP)) +
                    " events were nested too deeply to be timed by OMPT");
  if (profile.foreign_regions)
    notes.push_back(std::to_string(profile.foreign_regions) +
                    " regions were forked by threads of the program's own: only OMPT saw them");
  if (profile.cut_off)
    notes.push_back("the profile is cut off: " + profile.cut_reason);
  if (!witness.finished && !profile.cut_off)
    notes.push_back("the runtime was not shut down: its last events may be missing");
  if (witness.count(TARE_WT_ORPHANED))
    notes.push_back(std::to_string(witness.count(TARE_WT_ORPHANED)) +
                    " constructs were met outside of regions, where there is nothing to wait for: "
                    "neither record has them");
  if (witness.refused)
    notes.push_back("this runtime does not make all callbacks that were asked for");
}

} // namespace

const CheckedFigure *CrossCheck::figure(const std::string &name) const {
  auto found = std::find_if(figures.begin(), figures.end(),
                            [&](const CheckedFigure &f) { return f.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

Result<CrossCheck> crossCheck(const Profile &profile, const Witness &witness) {
  if (profile.pid != witness.pid)
    return Error{"the profile is of process " + std::to_string(profile.pid) + ", not of " +
                     std::to_string(witness.pid),
                 witness.path};
  if (profile.clock != witness.clock)
    return Error{"the profile and OMPT's record were not timed by the same clock", witness.path};
  CrossCheck check;
  check.area = profile.window * static_cast<Ticks>(std::max(profile.threads_asked, 1u));
  check.ticks_per_second = profile.ticks_per_second;
  check.events = witness.count(TARE_WT_EVENTS);
  check.tool_ticks = static_cast<double>(check.events) * witness.ticks_per_event;
  ProbeSums sums(profile);
  for (auto *add : {addRegions, addLocks, addTasks, addLoops})
    add(sums, witness, check.figures);
  addNotes(profile, witness, check.notes);
  return check;
}

Agreement agreement(const CheckedFigure &figure, const CrossCheck &check) {
  if (!figure.reason.empty())
    return Agreement::NotCompared;
  auto difference = static_cast<double>(std::llabs(figure.probes - figure.ompt));
  double allowed = figure.is_time ? std::max(0.05 * static_cast<double>(std::llabs(figure.probes)),
                                             0.003 * static_cast<double>(check.area))
                                  : 0;
  if (difference <= allowed)
    return Agreement::Agrees;
  return figure.is_time && difference <= check.tool_ticks ? Agreement::WithinToolCost
                                                          : Agreement::Differs;
}

} // namespace tare
