// SPDX-License-Identifier: Apache-2.0
// An OpenMP program as its source would have it: loops with costs and schedules, locks, single
// sections. It runs with any number of threads and any change, so that what is predicted from one
// run can be held against another.
//
//   ModelledProgram, Settings -> [modelled program] -> SimulatedProgram -> Profile
#pragma once

#include "analyzer/whatif/loop_schedule.h"
#include "tests/perturbation/random_program.h"
#include "tests/perturbation/simulated_program.h"

#include <map>
#include <string>
#include <vector>

namespace tare::test {

struct ModelledLoop {
  std::vector<Ticks> costs; // of each iteration
  LoopSchedule schedule;
  Ticks held = 0; // of each iteration under the loop's lock; 0: it has none
};

struct ModelledRegion {
  Ticks repeated = 0; // what each thread does first
  Ticks single = 0;   // then one of them, and a barrier
  std::vector<ModelledLoop> loops; // one after the other, each with a barrier
};

struct ModelledProgram {
  Ticks serial = 0; // before each region
  std::vector<ModelledRegion> regions;
  int times = 1; // that all of it is done
};

/// What is different in one run of it.
struct RunSettings {
  int threads = 2;
  std::map<size_t, LoopSchedule> schedules;  // of loops, counted through all regions
  std::map<size_t, double> faster;           // likewise
  std::map<size_t, bool> without_lock, without_barrier, balanced;
  double noise = 0; // standard deviation of a thread's speed and of each iteration, as a part
  uint64_t seed = 1;
};

ModelledProgram modelledProgram(Random &random);

/// The profile of a run, with samples of its iterations.
Profile runModelled(const ModelledProgram &program, const RunSettings &settings);

/// NodeId::text() of the loop with this number, and of its lock.
std::string idOfLoop(size_t loop);
std::string idOfLock(size_t loop);

} // namespace tare::test
