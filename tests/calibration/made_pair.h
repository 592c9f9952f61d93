// SPDX-License-Identifier: Apache-2.0
// A pair of runs of the calibration program of which every cost is known.  A tick is a nanosecond.
#pragma once

#include "driver/calibration/excess.h"

#include <string>

namespace tare::testing {

/// The program's profile, cell by cell.
class MadeProfile {
public:
  MadeProfile() {
    profile_.openmp_runtime = "libgomp";
    profile_.ticks_per_second = 1e9;
    profile_.modules.resize(1);
    profile_.threads.resize(2);
    profile_.threads[1].initial = true; // it need not be the first slot
  }

  uint32_t node(const std::string &function, NodeKind kind) {
    std::vector<Node> &nodes = profile_.modules[0].tree.nodes;
    Node node;
    node.id = {"scale.c", function, kindName(kind), 0};
    node.kind = kind;
    node.treatment = Treatment::Measured;
    nodes.push_back(node);
    for (ProfileThread &thread : profile_.threads)
      thread.nodes.resize(nodes.size());
    return static_cast<uint32_t>(nodes.size() - 1);
  }

  void cell(const std::string &function, NodeKind kind, Spent spent, double ns_each,
            uint64_t entries) {
    uint32_t index = node(function, kind);
    ProfileCell &cell = profile_.threads[1].nodes[index].cells[spent];
    cell.ticks = static_cast<Ticks>(ns_each * static_cast<double>(entries));
    cell.entries = entries;
    profile_.threads[0].nodes[index].cells[spent] = {999999, 3, 0}; // of another thread
  }

  /// A region of the initial thread, from fork to join.
  void region(uint32_t node, uint64_t instance, Ticks fork, Ticks join) {
    Segment segment;
    segment.instance = instance;
    segment.region_node = segment.barrier_node = node;
    segment.open = fork;
    segment.arrive = join - 5;
    segment.leave = join;
    segment.is_last = segment.is_master = true;
    profile_.threads[1].log.push_back(segment);
  }

  Profile profile_;
};

struct MadePair {
  ScaleOutput plain, probed;
  MadeProfile made;

  /// ns of one execution without probes, and what it takes longer with them.
  void kernel(const std::string &name, double plain_ns, double excess_ns) {
    plain.kernels[name] = {1000, 1000 * plain_ns};
    probed.kernels[name] = {500, 500 * (plain_ns + excess_ns)}; // it may be executed less often
  }

  /// Only what OpenMP itself takes is asked of them.
  void primitives() {
    kernel("reduction", 950, 250);
    kernel("single", 330, 110);
    kernel("shared_loop", 350, 120);
    kernel("ordered", 90, 80);
    kernel("dispatched", 20, 18);
  }

  void emptyBodies() {
    kernel("work", 2, 30 + 20);
    made.cell("work", NodeKind::Master, Spent::Body, 30, 500);
    kernel("work_amid", 80, 50);
    kernel("work_cold", 25, 60 + 40);
    made.cell("work_cold", NodeKind::Master, Spent::Body, 60, 10);
    kernel("serial", 1, 16 + 19);
    made.cell("serial", NodeKind::Call, Spent::Serial, 15, 100); // two statements
    made.cell("serial", NodeKind::Call, Spent::Serial, 17, 100);
    made.cell("serial", NodeKind::Loop, Spent::Serial, 3800, 1); // around them
    kernel("serial_amid", 40, 20);
    kernel("serial_cold", 20, 32 + 38);
    made.cell("serial_cold", NodeKind::Call, Spent::Serial, 32, 10);
    kernel("too_short", 1, 4.5);
    kernel("too_short_amid", 40, 3);
    kernel("too_short_cold", 20, 36);
    kernel("iteration", 20, 1.5);
    kernel("iteration_amid", 60, 1);
    kernel("iteration_cold", 40, 3);
    kernel("loop", 10, 50 + 2 * 1.5 + 45);
    made.cell("loop", NodeKind::For, Spent::Scheduling, 40, 500);
    made.cell("loop", NodeKind::For, Spent::Body, 30 + 2 * 1.5 + 15, 500);
    kernel("counted", 6, 2.5);
    kernel("counted_amid", 46, 0.5);
    kernel("counted_cold", 40, 30);
    kernel("loop_cold", 100, 100 + 2 * 3 + 60);
    made.cell("loop_cold", NodeKind::For, Spent::Scheduling, 150, 10);
    made.cell("loop_cold", NodeKind::For, Spent::Body, 60 + 2 * 3 + 90, 10);
  }

  void waits() {
    kernel("critical", 40, 10 + 25 + 15);
    made.cell("critical", NodeKind::Critical, Spent::Body, 10, 500);
    made.cell("critical", NodeKind::Parallel, Spent::Body, 5000, 1); // not theirs
    made.cell("critical", NodeKind::Loop, Spent::Body, 15 * 500, 1);
    kernel("critical_amid", 120, 30);
    kernel("critical_cold", 70, 20 + 80);
    made.cell("critical_cold", NodeKind::Critical, Spent::Body, 20, 10);
    kernel("critical_sampled", 62, 1.5);
    made.cell("critical_sampled", NodeKind::Critical, Spent::Wait, 75, 20);
    made.cell("critical_sampled", NodeKind::Critical, Spent::Body, 9, 20);
    kernel("other", 32, 0);
    kernel("lock", 30, 2 * (12 + 8));
    made.cell("lock", NodeKind::Lock, Spent::Wait, 27, 500);
    made.cell("lock", NodeKind::Lock, Spent::Wait, 27, 500);
    made.cell("lock", NodeKind::Loop, Spent::Body, 8, 1000);
    kernel("lock_amid", 110, 2 * 16);
    kernel("lock_cold", 60, 2 * 40);
    kernel("taskwait", 5, 18 + 7);
    made.cell("taskwait", NodeKind::Taskwait, Spent::Wait, 23, 500);
    made.cell("taskwait", NodeKind::Loop, Spent::Body, 7 * 500, 1);
    kernel("taskwait_amid", 45, 22);
    kernel("taskwait_cold", 9, 50);
    kernel("barrier", 300, 20 + 40);
    kernel("barrier_apart", 700, 60 + 40);
    made.cell("barrier", NodeKind::Barrier, Spent::Wait, 360, 500);
    made.cell("barrier", NodeKind::Loop, Spent::Body, 4 * 500, 10);
    kernel("barrier_cold", 900, 200);
  }

  /// Ten batches of 48; each wait for them has the probes of a taskwait.
  void tasks() {
    kernel("task_creation", 90, 22 + 9);
    kernel("task", 60, 14 + 26 + 25.0 / 48);
    made.cell("task", NodeKind::Task, Spent::Creation, 112, 480);
    made.cell("task", NodeKind::Task, Spent::Body, 14, 480);
    made.cell("task", NodeKind::Taskwait, Spent::Wait, 4000, 10);
    made.cell("task", NodeKind::Loop, Spent::Body, 9, 480);
    kernel("task_creation_cold", 200, 62);
    kernel("task_cold", 150, 80 + 50);
    made.cell("task_cold", NodeKind::Task, Spent::Body, 28, 10);
  }

  void regions() {
    kernel("region", 900, 33 + 120 + 21 + 80);
    made.cell("region", NodeKind::Parallel, Spent::Body, 21, 500);
    kernel("region_one_fork", 100, 60); // 3 : 2
    kernel("region_one_join", 300, 40);
    kernel("region_cold", 2000, 50 + 550);
    made.cell("region_cold", NodeKind::Parallel, Spent::Body, 50, 10);
    uint32_t region = made.node("region", NodeKind::Parallel);
    uint32_t other = made.node("region_one", NodeKind::Parallel);
    made.region(region, 1, 1000, 2000);
    made.region(region, 2, 2033, 3000); // 33 after the join of the one before
    made.region(region, 3, 3033, 4000);
    made.region(region, 4, 9000, 9500); // the log was tended
    made.region(region, 6, 9600, 9700); // one was left out
    made.region(other, 7, 9701, 9800);
    made.region(other, 8, 9801, 9900);
  }
};

inline MadePair madePair() {
  MadePair pair;
  pair.plain.threads = pair.probed.threads = 2;
  pair.primitives();
  pair.emptyBodies();
  pair.waits();
  pair.tasks();
  pair.regions();
  return pair;
}

} // namespace tare::testing
