// SPDX-License-Identifier: Apache-2.0
// Which send a receive got, and who met whom: the logs of a job's ranks, put together.
//
//   rank logs -> [matching] -> job
//
// MPI's messages do not overtake each other: of one communicator, source, destination and tag, the
// k-th send goes to the receive that was posted k-th of those that got this source and tag
// (MPI 4.1, section 3.5). What a wildcard got is in its log. The k-th collective of a communicator
// is the same for all its members.
#pragma once

#include "analyzer/messages/rank_log.h"

#include <array>
#include <optional>
#include <vector>

namespace tare {

/// A call, in RankLog::calls of the log with this index.
struct MpiCallPlace {
  uint32_t log = 0;
  size_t call = 0;
};

struct MatchedMessage {
  MpiCallPlace send, post;          // the calls that it and its receive begin with
  MpiCallPlace received;            // where the receive ended
  std::optional<MpiCallPlace> sent; // where a request of the send ended; none: with its call
  std::vector<MpiCallPlace> probed; // probes that found it
  uint64_t communicator = 0;        // shared id
  int32_t tag = 0;
  uint64_t bytes = 0;
  tare_mf_mode mode = TARE_MF_STANDARD;
  bool any_source = false, any_tag = false; // as the receive was posted
  bool ends_unseen = false; // the send's request was freed or cancelled, or the log ends before
};

struct MpiMeetingMember {
  MpiCallPlace entry;
  std::optional<MpiCallPlace> exit; // none: it is not seen
  uint64_t sent = 0, received = 0;
  bool takes_part = true; // false: of an intercommunicator's group, beside its root
};

/// One collective.
struct MpiMeeting {
  tare_mf_shape shape = TARE_MF_ALL;
  uint64_t communicator = 0;
  int32_t root = -1;                     // rank of MPI_COMM_WORLD
  std::vector<MpiMeetingMember> members; // by rank
  bool is_complete = true;               // all members are there, and say the same
};

/// Why a message, a receive or a collective has no partner.
enum class Unmatched : uint8_t {
  RankMissing, // there is no log of the other rank
  LogEnds,     // the other log is full, or its rank died
  Dropped,     // a request was freed or cancelled
  Foreign,     // the other process is none of the job
  Unknown,     // on a communicator that the library did not see being made
  Alone        // both logs are whole: the program never received it
};
inline constexpr size_t unmatched_reasons = 6;
/// "the log of the other rank is missing"
const char *unmatchedText(Unmatched reason);

struct Matching {
  std::vector<MatchedMessage> messages; // in the order of their receivers and posts
  std::vector<MpiMeeting> meetings;
  std::array<uint64_t, unmatched_reasons> sends{}, receives{}, collectives{};
  uint64_t not_modelled = 0; // calls that do something to other ranks that is not known
  std::vector<int> missing;  // ranks without a log
};

/// Error: two logs of one rank, or of jobs of different sizes.
Result<Matching> matchMessages(const std::vector<RankLog> &logs);

} // namespace tare
