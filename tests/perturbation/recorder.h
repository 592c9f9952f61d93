// SPDX-License-Identifier: Apache-2.0
// What the runtime writes down: sentences of the log, and the cells that they add up to.
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare::test {

/// A team's place in the program.
struct TeamPlace {
  uint64_t instance = 0;
  uint32_t region = 0;
  uint16_t size = 0, depth = 0;
  Ticks fork = 0;
};

/// What a thread did at a node in one segment; a SpentTime counts less far.
struct Doing {
  uint32_t node = 0;
  Spent kind = Spent::Body;
  Ticks ticks = 0;
  uint64_t entries = 0, units = 0;
};
using Doings = std::vector<Doing>;

class Recorder {
public:
  Recorder(int threads, const std::vector<Node> &nodes);

  /// The number of a region that is forked now.
  uint64_t nextInstance() { return ++profile_.regions; }

  /// One thread's way to a barrier or the region's end, and its wait there.
  void segment(size_t thread, const TeamPlace &team, Segment segment, const Doings &spent,
               const Doings &in_wait);

  /// A region without probes inside, from outside.
  void opaque(size_t thread, const TeamPlace &team, Ticks span);

  /// Of serial code, in which a region is forked or another statement begun.
  void statement(size_t thread, uint32_t node, uint32_t in);

  ProfileCell &cell(size_t thread, uint32_t node, Spent kind);
  ProfileThread &thread(size_t index);
  Profile finish(Ticks window);
  void ofSerialProgram() { profile_.of_serial_program = true; }

private:
  void addCells(size_t thread, const Doings &doings);
  void addTeam(size_t thread, const TeamPlace &team, Ticks teams_size, Ticks span);
  ProfileNode &cells(size_t thread, uint32_t node);

  Profile profile_;
};

/// Adds to what is known of a kind of time at a node.
void addTo(Doings &doings, uint32_t node, Spent kind, Ticks ticks, uint64_t entries = 0,
           uint64_t units = 0);

} // namespace tare::test
