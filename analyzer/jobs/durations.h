// SPDX-License-Identifier: Apache-2.0
// How long each part of a job takes: work between calls, calls by themselves, and what lies between
// an event of one rank and what another one needs it for.
//
//   call's end = max(its begin + own, for each need: the event it waits for + lag)
//
// With the measured durations that is the measured end, exactly. A call that waited tells the lag
// of what it waited for. One that came late tells only that its message had arrived by then
// (Sarukkai and Malony, Figures 3 and 4): the lag is between 0 and that, and the network's table
// says more.
#pragma once

#include "analyzer/jobs/job.h"
#include "analyzer/jobs/network.h"

#include <limits>

namespace tare {

/// A need that the call did not wait for, whatever happened: the measured times contradict it.
inline constexpr double no_wait = -std::numeric_limits<double>::infinity();

/// Ticks.
struct RankDurations {
  double starts = 0;        // from the job's begin until the rank's
  std::vector<double> work; // before each call, and behind the last one
  std::vector<double> own;  // by call
  std::vector<double> lag;  // by need
  double tail = 0;          // after the rank's end, that counts for the job as if it were busy
};

struct JobDurations {
  std::vector<RankDurations> ranks;
  std::vector<bool> rendezvous; // by message: it is sent when its receive is posted
  /// By message: ticks until its receiver knows of it. It is sent at
  /// max(send's begin + envelope, receive's post) where it is a rendezvous; else 0.
  std::vector<double> envelope;
  /// By meeting: its messages are longer than the eager limit.
  std::vector<bool> meeting_rendezvous;
  bool fixes_start_and_end = false; // as DurationRules
  uint64_t violations = 0;          // needs that were met before what they wait for
  uint64_t unknown = 0;             // messages that came before anybody waited for them
};

/// What a message took that nobody waited for.
enum class LateMessages : uint8_t {
  Optimistic, // nothing
  Plain,      // as the network says
  Pessimistic // all the time until its receive had ended
};

struct DurationRules {
  /// The measured one. Null: not known; which messages wait for their receiver follows from the job
  /// (limitsSeen), and what late ones took is not known.
  const Network *network = nullptr;
  LateMessages late = LateMessages::Plain;
  /// Starting and ending MPI, and what comes after a rank's end, takes as long as it did; else
  /// these are meetings like others.
  bool fixes_start_and_end = false;
};

JobDurations measuredDurations(const Job &job, const DurationRules &rules);

/// Messages, and the calls themselves, take no time. What is fixed stays.
JobDurations withoutMessages(const Job &job, JobDurations durations, const DurationRules &rules);

/// Where ranks are, and which processors they share.
struct JobPlacement {
  std::vector<uint32_t> node;     // by rank
  std::vector<uint32_t> group;    // by rank: of processors
  std::vector<double> processors; // by group
};
/// Each rank on the node where it was, with processors of its own.
JobPlacement measuredPlacement(const Job &job);
/// `ranks` ranks on `nodes` nodes with so many processors each, in turns or in blocks.
JobPlacement placedOn(size_t ranks, size_t nodes, double processors = 1, bool in_turns = false);

/// What a message took beside its table, on another network.
enum class BesideTable : uint8_t {
  /// On a faster one it shrinks as the table's time does. On a slower one it is beside the time of
  /// the bytes: the ranks copy parts of a message while others are on their way, and the slowest of
  /// these stages tells how long all of it takes.
  Shrinks,
  Stays // the ranks' and their machine's: it is added
};

/// On another network, or with other neighbours: each lag changes by the difference of the tables
/// (BesideTable), and so does each call.
JobDurations onNetwork(const Job &job, JobDurations durations, const Network &from,
                       const JobPlacement &was, const Network &to, const JobPlacement &then,
                       BesideTable beside = BesideTable::Shrinks);

} // namespace tare
