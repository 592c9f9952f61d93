// SPDX-License-Identifier: Apache-2.0
// What the threads of a team do between two common points, shared out anew among so many of them.
//
//   records of a meeting, WorkSharing -> [shared phase] -> records of each of q threads
#pragma once

#include "analyzer/whatif/lock_objects.h"
#include "analyzer/whatif/team_size.h"

#include <vector>

namespace tare {

/// One kind of time at one node, of each thread.
struct PhaseItem {
  uint32_t node = 0;
  Spent kind = Spent::Body;
  std::vector<double> ticks, entries, units; // of each thread as measured
  std::vector<double> now, entries_now, units_now;
};

class SharedPhase {
public:
  SharedPhase(const Profile &profile, const WorkSharing &sharing, const LoopsKnown &loops,
              const TeamSizeKnowledge &knowledge);

  /// The segments of a meeting, for a team of so many. Lists of segments stay as they are.
  void shareOut(const Meeting &meeting, size_t team);

  size_t team() const { return team_; }
  const std::vector<PhaseItem> &items() const { return items_; }
  /// Half of a band of what the model may be wrong by in this phase, ticks.
  double doubt() const { return doubt_; }

private:
  void gather(const Meeting &meeting);
  PhaseItem &item(uint32_t node, Spent kind);
  void inflate();
  void repeat(PhaseItem &item);
  void toOne(PhaseItem &item, size_t thread);
  void divide(PhaseItem &item, const std::vector<double> &parts);
  void shareLoop(uint32_t main);
  void shareSections();
  void shareTasks();
  void shareLocks();
  struct LockUse;
  LockUse useOf(int lock) const;
  std::vector<double> waitsOf(const LockUse &use) const;
  LoopAtMeeting loopHere(uint32_t main) const;
  std::optional<LoopSchedule> scheduleOfLoop(uint32_t main) const;
  double busy(size_t thread) const;
  size_t like(size_t thread) const; // the measured thread that it is like
  const WorkShare &shareOf(const PhaseItem &item) const;
  static double sum(const std::vector<double> &values);

  const Profile &profile_;
  const WorkSharing &sharing_;
  const LoopsKnown &loops_;
  const TeamSizeKnowledge &knowledge_;
  size_t then_ = 1, team_ = 1;
  std::vector<PhaseItem> items_;
  std::vector<int> lock_of_;
  std::vector<double> holds_; // of locks of which the log has waits only
  std::vector<LockEvents> lock_events_;
  double doubt_ = 0;
};

} // namespace tare
