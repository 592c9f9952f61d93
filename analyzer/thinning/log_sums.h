// SPDX-License-Identifier: Apache-2.0
// Cells and teams as a log tells them, every sentence times a weight: what instances that are not
// in the log have added to them, or what a part of the log has. SetUp is no part of them: it is
// over when something is met for the first time, and stands for nothing that was left out.
//
//   Segment, weight -> [log sums] -> expanded, paths
#pragma once

#include "analyzer/profile/profile.h"
#include "analyzer/thinning/stand_ins.h"

#include <compare>
#include <map>
#include <unordered_map>

namespace tare {

/// Whole as long as weights are; 64 bits of mantissa, as ticks have, where the machine has them.
using RealSum = long double;

struct CellSum {
  RealSum ticks = 0, entries = 0, units = 0;
};

/// Teams of one region and size. Those that are forked inside of a region are beyond its own.
struct TeamKind {
  uint32_t region = 0;
  uint16_t size = 0;
  bool nested = false;
  auto operator<=>(const TeamKind &) const = default;
};

struct TeamSum {
  RealSum span = 0, instances = 0;
};

/// One thread's.
struct ThreadSums {
  std::map<uint32_t, ByCell<CellSum>> cells; // by process-wide node
  std::map<uint32_t, RealSum> inside;        // as a worker, by region
  std::map<TeamKind, TeamSum> teams;         // that it forked

  RealSum ticks() const; // of cells
};

class LogSums {
public:
  /// What a record has too many of to count is told by `profile`'s cells.
  explicit LogSums(const Profile &profile) : profile_(profile), threads_(profile.threads.size()) {}

  /// Segments of a region come in their order.
  void add(size_t thread, const Segment &segment, const Standing &weight);
  const ThreadSums &of(size_t thread) const { return threads_[thread].sums; }

private:
  struct Thread {
    ThreadSums sums;
    std::unordered_map<uint64_t, Ticks> forks; // of regions that are not over, by instance
  };

  void addRecord(size_t thread, const SpentTime &record, const Standing &weight);
  void addNested(size_t thread, const SpentTime &record, const Standing &weight);
  void addWait(ThreadSums &sums, const Segment &segment, const Standing &weight);
  void addRegion(ThreadSums &sums, const Segment &segment, Ticks fork, const Standing &weight);

  const Profile &profile_;
  std::vector<Thread> threads_;
};

/// Adds a kind of teams to the cells of the thread that forked them, as the runtime does at a join;
/// `asked`: p.
void addTeams(ProfileNode &cells, const TeamKind &kind, Ticks span, Ticks asked);

} // namespace tare
