// SPDX-License-Identifier: Apache-2.0
// What the threads of a team do between two common points, shared out anew among so many of them.
//
//   records of a meeting, WorkSharing -> [shared phase] -> records of each of q threads
#pragma once

#include "analyzer/whatif/lock_objects.h"
#include "analyzer/whatif/tasks_at.h"
#include "analyzer/whatif/team_size.h"

#include <string>
#include <vector>

namespace tare {

/// One kind of time at one node, of each thread.
struct PhaseItem {
  uint32_t node = 0;
  Spent kind = Spent::Body;
  std::vector<double> ticks, entries, units; // of each thread as measured
  std::vector<double> now, entries_now, units_now;
  bool in_tasks = false; // LateTasks says how much of it
};

/// What a thread does in tasks after it has arrived.
struct LateTasks {
  double part = 0;           // of its time in tasks
  Ticks first = 0, last = 0; // since the phase began; where part is 0: none
};

class SharedPhase {
public:
  SharedPhase(const Profile &profile, const WorkSharing &sharing, const LoopsKnown &loops,
              const TeamSizeKnowledge &knowledge);

  /// The segments of a meeting, for a team of so many. Lists of segments stay as they are.
  void shareOut(const Meeting &meeting, size_t team);

  size_t team() const { return team_; }
  const std::vector<PhaseItem> &items() const { return items_; }
  const LateTasks &late(size_t thread) const { return late_[thread]; }
  /// Half of a band of what the model may be wrong by in this phase, ticks.
  double doubt() const { return doubt_; }
  /// Why a cutoff cannot be predicted; empty: it can, in all phases until now.
  const std::string &refusal() const { return refusal_; }
  /// Why the order of tasks is not known although there are events; empty: it is.
  const std::string &untold() const { return untold_; }

private:
  void gather(const Meeting &meeting);
  PhaseItem &item(uint32_t node, Spent kind);
  void inflate();
  void repeat(PhaseItem &item);
  void toOne(PhaseItem &item, size_t thread);
  void divide(PhaseItem &item, const std::vector<double> &parts);
  void shareLoop(uint32_t main);
  void shareSections();
  void shareTasks(const Meeting &meeting);
  void fillUp(double all, double tasks);
  void simulate(TasksAt tasks);
  TaskThreads threadsFor(const TasksAt &tasks) const;
  void keepCreations(const TasksAt &tasks);
  void setOwnWaits(const TaskRun &run);
  bool isTask(const PhaseItem &item) const;
  bool isTaskWait(const PhaseItem &item) const;
  bool hasCutoff() const;
  bool keepsOthers() const;
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
  bool has_events_ = false;
  std::vector<LateTasks> late_;
  std::string refusal_, untold_;
  double doubt_ = 0;
};

} // namespace tare
