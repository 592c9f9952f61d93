// SPDX-License-Identifier: Apache-2.0
// A question: what would a measured program take if this were changed?
//
//   options -> [scenario] -> predicted profile
#pragma once

#include "analyzer/machine/team_setting.h"
#include "analyzer/whatif/loop_schedule.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// What is changed at one place of the program.
struct ConstructChange {
  enum class Kind : uint8_t {
    Faster,      // its work takes 1 / factor of its time; infinite: none
    Balanced,    // its work is shared out evenly among the threads
    NoBarrier,   // nobody waits at its end (nowait)
    NoLock,      // nobody waits for the lock; what is done while it is held stays
    SplitLock,   // one of `factor` locks is taken, each as often
    ShorterLock, // it is held for 1 / factor of the time, and the rest is done without it
    Parallel,    // a statement of serial code, shared out evenly among the threads
    Schedule,    // of a worksharing loop
    BiggerTasks, // so many tasks in one
    OneRegion,   // the threads stay together between its executions
    Cutoff,      // tasks `factor` deep or deeper run at once, with all that they create
  };
  Kind kind = Kind::Faster;
  std::set<std::string> constructs; // NodeId::text(), with those inside
  std::string place;                // as it was asked for
  double factor = 1;
  LoopSchedule schedule;

  /// "lu2.c:29 with schedule(static,1)"
  std::string text() const;
  /// What must hold for the program's results to stay what they are; empty: nothing.
  std::string assumption() const;
};

struct Scenario {
  int threads = 0;  // 0: as measured
  double cores = 0; // that they may use; 0: as measured
  bool pinned = false; // each thread to one of them, in turn; else any may run on any
  Waiting waiting = Waiting::AsMeasured;
  std::vector<ConstructChange> changes;

  bool isEmpty() const {
    return threads == 0 && cores == 0 && !pinned && waiting == Waiting::AsMeasured && changes.empty();
  }
  /// "8 threads on 4 cores, lu2.c:29 with schedule(static,1)"; empty: nothing is changed.
  std::string text() const;
};

} // namespace tare
