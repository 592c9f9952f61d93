// SPDX-License-Identifier: Apache-2.0
// The activity graph of a job: what each rank does between its calls of MPI, what the calls begin,
// and what they need to end.
//
//   rank logs, matching, clock -> [job] -> durations -> replay -> rows
//
// It says who waits for whom, and the measured times; how much of a call is a wait, and what a
// message takes, is in its durations. Times are whole ticks of the job's clock, from the begin of
// the first rank.
#pragma once

#include "analyzer/messages/clocks.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tare {

enum class NeedKind : uint8_t {
  Arrival,  // all of a message
  Found,    // a message, by a probe
  Accepted, // of a message that was sent: its receiver took it, where the sender waits for that
  Met       // a collective
};

/// A call ends only when this has happened.
struct CallNeed {
  NeedKind kind = NeedKind::Arrival;
  uint32_t index = 0;  // in Job::messages, or Job::meetings
  uint32_t member = 0; // of the meeting
};

enum class StartKind : uint8_t { Sends, Posts, Enters };

/// A call begins this when it begins itself.
struct CallStart {
  StartKind kind = StartKind::Sends;
  uint32_t index = 0, member = 0;
};

struct JobCall {
  Ticks begin = 0, end = 0;
  uint32_t function = 0; // in Job::functions
  uint32_t node = TARE_MF_NO_NODE;
  uint64_t site = 0;
  bool in_region = false;
  bool is_fixed = false;        // it takes as long as it did: what it does is not known
  bool is_start_or_end = false; // of MPI
  /// Then: what it takes itself. Starting takes all of its time; ending begins when the last rank
  /// is there, and what comes before is a wait for that rank.
  Ticks start_or_end = 0;
  uint32_t first_need = 0, needs = 0, first_start = 0, starts = 0;

  Ticks duration() const { return end - begin; }
};

/// A rank. If several of its threads call MPI at once, each of them has one of these (lanes).
struct JobRank {
  int rank = 0;
  uint32_t node = 0; // in Job::hosts
  int threads = 1;
  int lane = 0; // from 0
  Ticks begin = 0, end = 0;
  double record = 0;               // ticks that the library takes behind each call to record it
  std::vector<JobCall> calls = {}; // one after the other
  std::vector<CallNeed> needs = {};
  std::vector<CallStart> starts = {};
};

/// A call, by its rank or lane in Job::ranks.
struct JobCallAt {
  uint32_t rank = 0, call = 0;
};

struct JobMessage {
  JobCallAt send, post, received;
  std::optional<JobCallAt> sent = {}; // where the sender learns of its end; none: never
  uint64_t bytes = 0;
  tare_mf_mode mode = TARE_MF_STANDARD;
  uint32_t arrival = 0; // its need, in the receiver's
  int32_t pool = -1;    // receives that may take each other's messages (blind ones); -1: its own
};

struct JobMeetingMember {
  JobCallAt entry;
  std::optional<JobCallAt> exit = {};
};

struct JobMeeting {
  tare_mf_shape shape = TARE_MF_ALL;
  int32_t root = -1; // in members; -1: none
  std::vector<JobMeetingMember> members = {};
  std::string function = {};
  uint64_t bytes = 0;    // the greatest of what its members send and receive
  bool is_alike = false; // each member sends something else to each other one
};

/// What the graph does not have as it was.
struct JobGaps {
  uint64_t lanes = 0; // threads that called MPI while another one of their rank did
  uint64_t fixed = 0; // calls that take as long as they did
  uint64_t polls = 0; // calls that found nothing, taken as part of the wait that they are
  /// Sends, receives and collectives without a partner, by reason.
  std::array<uint64_t, unmatched_reasons> unmatched{};
};

struct Job {
  double ticks_per_second = 1e9;
  std::vector<std::string> hosts, functions;
  std::string library;
  std::vector<JobRank> ranks;
  std::vector<JobMessage> messages;
  std::vector<JobMeeting> meetings;
  uint32_t pools = 0;
  JobGaps gaps;

  int threads() const;
  Ticks total() const; // from the first rank's begin to the last one's end
  const JobCall &callOf(const JobCallAt &at) const { return ranks[at.rank].calls[at.call]; }
};

/// What the profile of a rank says of it; times as in RankLog, so begin is below 0.
struct RankWindow {
  Ticks begin = 0, end = 0;
  int threads = 1;
};

/// `windows`: by log; none: from MPI_Init until what is last known, one thread.
Job makeJob(const std::vector<RankLog> &logs, const Matching &matching, const JobClock &clock,
            const std::vector<RankWindow> &windows = {});

/// MPI_Finalize.
inline bool isEndOfJob(const Job &job, const CallNeed &need) {
  return need.kind == NeedKind::Met && job.meetings[need.index].shape == TARE_MF_END;
}

/// For how many threads of its rank the time of a call counts: in a region it takes one of them,
/// else all of them wait for it.
inline Ticks threadsIn(const JobRank &rank, const JobCall &call) {
  return call.in_region ? 1 : rank.threads;
}

/// Each of its members waits for all of them.
inline bool isForAll(const JobMeeting &meeting) {
  return meeting.shape == TARE_MF_ALL || meeting.shape == TARE_MF_START ||
         meeting.shape == TARE_MF_END;
}

/// It gives, and gets nothing: the root of a broadcast, whoever is not the root of a reduction, the
/// first of a scan.
inline bool waitsForNobody(const JobMeeting &meeting, uint32_t member) {
  if (meeting.shape == TARE_MF_SCAN)
    return member == 0;
  bool is_root = meeting.root >= 0 && member == static_cast<uint32_t>(meeting.root);
  return meeting.root >= 0 && ((meeting.shape == TARE_MF_FROM_ROOT && is_root) ||
                               (meeting.shape == TARE_MF_TO_ROOT && !is_root));
}

/// A root gives it all that it gets.
inline bool isGivenBy(const JobMeeting &meeting, uint32_t member) {
  return meeting.shape == TARE_MF_FROM_ROOT && meeting.root >= 0 &&
         member != static_cast<uint32_t>(meeting.root);
}

/// Where the time of a need begins: the send, or the post of its receive where a sender waits for
/// that; who comes last to a collective. `base`: of a meeting, by its shape, from the times at
/// which members entered.
template <class EntryOf>
auto meetingBase(const JobMeeting &meeting, uint32_t member, EntryOf entry_of)
    -> decltype(entry_of(0u)) {
  auto last = [&](uint32_t from, uint32_t to) {
    auto latest = entry_of(from);
    for (uint32_t other = from + 1; other < to; ++other)
      latest = std::max(latest, entry_of(other));
    return latest;
  };
  auto all = static_cast<uint32_t>(meeting.members.size());
  auto root = static_cast<uint32_t>(meeting.root);
  switch (meeting.shape) {
  case TARE_MF_FROM_ROOT:
    return meeting.root < 0 ? last(0, all) : entry_of(root);
  case TARE_MF_TO_ROOT:
    return meeting.root < 0 || member == root ? last(0, all) : entry_of(member);
  case TARE_MF_SCAN:
    return last(0, member + 1);
  default:
    return last(0, all);
  }
}

} // namespace tare
