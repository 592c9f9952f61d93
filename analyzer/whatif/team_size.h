// SPDX-License-Identifier: Apache-2.0
// A run with another number of threads, one for each core: teams of the size asked for share out
// anew what teams share out, and each thread repeats what each repeats.
//
//   Profile of p threads, q -> [team size] -> Profile of q threads
#pragma once

#include "analyzer/teams/teams.h"
#include "analyzer/whatif/loop_knowledge.h"
#include "analyzer/whatif/work_sharing.h"
#include "base/result.h"

#include <functional>
#include <map>
#include <vector>

namespace tare {

/// What is known of the machine and of the program beside the run itself.
struct TeamSizeKnowledge {
  /// By how much longer the work of a construct takes on q threads than on p, thread time; and half
  /// of a band of it, as a part of the work.
  struct Inflation {
    double factor = 1, doubt = 0;
  };
  std::function<Inflation(uint32_t node)> inflation; // none: 1, 0
  std::function<bool(uint32_t node)> shared; // what the text repeats is shared out; none: never
  std::map<uint32_t, LoopSchedule> schedules;        // of loops, where another is asked for
  double release = 1, fork = 1;     // of q threads: times what they take of p
  double release_least = 0, fork_least = 0; // ticks: what they take at least, where p is 1
  double dispatch = 0;              // ticks of a chunk that no run has told
  std::function<double(uint32_t node)> hold; // ticks of an acquisition that the log lacks; none: 0
  double handover = 0; // ticks that an acquisition takes longer where threads contend for it
  std::map<uint32_t, uint32_t> cutoffs; // of tasks, from which depth on they run at once
  double task_contention = 0; // ticks of a task: half of a band, where one thread alone was measured
};

struct Resized {
  Profile profile;
  double doubt = 0; // half of a 90 % band, ticks of the window
  std::string untold; // why the order of tasks is not known although there are events
};

/// With as many threads as before only what cutoffs change is different. Error: why the log does not
/// tell.
Result<Resized> withTeamSize(const Profile &profile, const Teams &teams, int threads,
                             const TeamSizeKnowledge &knowledge);

} // namespace tare
