// SPDX-License-Identifier: Apache-2.0
// Run-queue delay (time without a core) as a transfer out of the states of its interval, waits
// first (BOOKS section 6); last where threads sleep in them, as libgomp's do when there are more
// than cores. What a thread waited before it could begin in a region is known apart, and goes out
// of its start alone. Transfers sum to zero: what a segment gives, Y gets. Delay while others have
// not arrived yet costs nothing more than the wait itself, so it stays there; but while a task was
// ready in the wait it does cost.
#pragma once

#include "analyzer/teams/teams.h"

#include <map>
#include <vector>

namespace tare {

/// What one segment of one thread gives up.
struct SegmentTransfer {
  std::vector<Ticks> spent;   // per spent record, up to the last that gives something
  std::vector<Ticks> in_wait; // likewise, of the tasks in its wait
  Ticks wait = 0;             // from its release: after the last arrival of the team

  static Ticks of(const std::vector<Ticks> &records, size_t record) {
    return record < records.size() ? records[record] : 0;
  }
  static void give(std::vector<Ticks> &records, size_t record, Ticks amount) {
    if (records.size() <= record)
      records.resize(record + 1);
    records[record] += amount;
  }
};

/// A thread's, by the index of the segment in its log. Most segments give nothing, and take no
/// memory.
class ThreadTransfers {
public:
  const SegmentTransfer &of(size_t segment) const {
    static const SegmentTransfer nothing;
    auto found = given_.find(segment);
    return found == given_.end() ? nothing : found->second;
  }
  SegmentTransfer &operator[](size_t segment) { return given_[segment]; }

  /// Those that give something, in order.
  const std::map<size_t, SegmentTransfer> &given() const { return given_; }

private:
  std::map<size_t, SegmentTransfer> given_;
};

using Transfers = std::vector<ThreadTransfers>; // by thread

/// Divides `amount` over `parts` in proportion, exactly: shares sum to min(amount, sum of parts)
/// and none exceeds its part.
std::vector<Ticks> shareOut(Ticks amount, const std::vector<Ticks> &parts);

/// Which part of a thread's time in regions its log tells of; of a complete one 1.
double loggedPart(const Profile &profile, const ProfileThread &thread);

/// Of a log that is thinned, as much as falls into the part that it has: a reading of the run queue
/// tells of all the time since the one before.
Transfers runQueueTransfers(const Profile &profile, const Teams &teams);

/// How long threads waited for a CPU at each process-wide node, thread time: each reading in
/// proportion to the thread's time since the one before. So waits for a later thread have their
/// part of it, too, though it costs nothing there.
std::vector<double> cpuWaitsAtNodes(const Profile &profile, const Teams &teams);

} // namespace tare
