// SPDX-License-Identifier: Apache-2.0
// A job again, with other durations: when each call begins and ends then. Ranks that share
// processors have equal shares of them (ProcessorShare), each as many as it has threads; or turns,
// if ranks have one thread each and the number of processors is whole (ProcessorTurns).
//
//   job, durations, placement, policy -> [replay] -> times
//
// Cost: O(n log r) for n calls and needs of r ranks; memory is that of the times.
#pragma once

#include "analyzer/jobs/durations.h"

namespace tare {

/// What a rank does with its processor while it waits; each MPI library has its way.
enum class RankWaits : uint8_t {
  Spins, // takes its share
  Leaves // yields to whoever wants it, or sleeps
};

/// Which message a receive with MPI_ANY_SOURCE gets (Sarukkai and Malony, section 4.2).
enum class BlindOrder : uint8_t {
  AsMeasured,
  Fifo, // of those that have arrived, the first one
  Lifo  // the last one
};

struct ReplayPolicy {
  RankWaits waits = RankWaits::Leaves;
  double wake = 0; // ticks from the event until a rank that left its processor goes on
  double turn = 0; // ticks that a rank keeps a processor that others want; 0: infinitely short
  BlindOrder blind = BlindOrder::AsMeasured;
  /// Ranks leave a barrier one after the other, the last to come first, at a constant distance
  /// (Sarukkai and Malony, section 3.2); else each takes what it took.
  bool exits_in_turn = false;
};

struct CallTimes {
  double begin = 0, end = 0;
};

struct JobTimes {
  std::vector<std::vector<CallTimes>> calls; // by rank
  std::vector<double> ends;                  // of ranks
  double total = 0;                          // with their tails
  std::vector<uint32_t> stuck;               // ranks that wait for ever, in Job::ranks
  uint64_t taken_otherwise = 0;              // blind receives that got another message
};

/// Whether ranks that share a group's processors can have turns of them.
bool canHaveTurns(const Job &job, const JobPlacement &placement, uint32_t group);

JobTimes replayJob(const Job &job, const JobDurations &durations, const JobPlacement &placement,
                   const ReplayPolicy &policy = {});

} // namespace tare
