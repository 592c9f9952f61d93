// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/meetings.h"

#include "analyzer/messages/part_order.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tare {

namespace {

/// Of one meeting: communicators first, then the order on them. MPI_Init and MPI_Finalize are on
/// none; the communicator of one rank alone is told apart by its rank.
struct MeetingKey {
  int kind = 0;
  uint64_t communicator = 0;
  int32_t own = -1;
  uint64_t ordinal = 0;
  auto operator<=>(const MeetingKey &) const = default;
};

class MeetingMatcher {
public:
  MeetingMatcher(const std::vector<RankLog> &logs, Matching &matching)
      : logs_(logs), matching_(matching) {}

  void run() {
    for (uint32_t log = 0; log < logs_.size(); ++log)
      readLog(log);
    for (auto &[key, open] : meetings_)
      finish(open);
  }

private:
  struct OpenMeeting {
    MpiMeeting meeting;
    size_t expected = 0;
    const std::string *function = nullptr;
    std::vector<int32_t> group;
  };

  void readLog(uint32_t number) {
    const RankLog &log = logs_[number];
    std::map<MeetingKey, uint64_t> ordinals;
    std::unordered_map<uint64_t, MpiCallPlace> ends;
    for (size_t call = 0; call < log.calls.size(); ++call)
      for (size_t i = 0; i < log.calls[call].parts; ++i)
        if (const MessagePart &part = log.parts[log.calls[call].first_part + i];
            part.kind == TARE_MF_RECEIVED && part.request)
          ends[part.request] = {number, call};
    forEachPart(log, [&](const MessagePart &part, size_t call) {
      if (part.kind == TARE_MF_COLLECTIVE)
        add(part, {number, call}, ordinals, ends);
    });
  }

  void add(const MessagePart &part, MpiCallPlace at, std::map<MeetingKey, uint64_t> &ordinals,
           const std::unordered_map<uint64_t, MpiCallPlace> &ends) {
    const RankLog &log = logs_[at.log];
    bool of_all = part.shape == TARE_MF_START || part.shape == TARE_MF_END;
    std::optional<uint64_t> shared = of_all ? 0 : sharedId(log, part.communicator);
    if (!shared) {
      ++matching_.collectives[size_t(Unmatched::Unknown)];
      return;
    }
    MeetingKey key{of_all ? int(part.shape) : 0, *shared,
                   *shared == TARE_MF_SHARED_OWN ? log.rank : -1};
    key.ordinal = ++ordinals[key];
    OpenMeeting &open = meetings_[key];
    if (open.meeting.members.empty())
      begin(open, part, log);
    join(open, part, at, ends);
  }

  void begin(OpenMeeting &open, const MessagePart &part, const RankLog &log) {
    open.meeting.shape = part.shape;
    open.expected = static_cast<size_t>(log.size);
    if (part.shape == TARE_MF_START || part.shape == TARE_MF_END)
      return;
    const RankCommunicator &communicator = log.communicators.at(part.communicator);
    open.meeting.communicator = communicator.shared;
    open.group = communicator.ranks;
    if (communicator.remote)
      for (int32_t rank : log.communicators.at(communicator.remote).ranks)
        open.group.push_back(rank);
    open.expected = open.group.size();
  }

  void join(OpenMeeting &open, const MessagePart &part, MpiCallPlace at,
            const std::unordered_map<uint64_t, MpiCallPlace> &ends) {
    const RankLog &log = logs_[at.log];
    const std::string &function = log.nameOf(log.calls[at.call]);
    MpiMeetingMember member{at, at, part.bytes, part.received};
    if (part.request) {
      auto end = ends.find(part.request);
      member.exit = end == ends.end() ? std::nullopt : std::optional(end->second);
    }
    member.takes_part = part.root != TARE_MF_NOBODY;
    if (part.root >= 0)
      open.meeting.root = part.root;
    bool differs = open.function && *open.function != function;
    open.meeting.is_complete &= part.shape == open.meeting.shape && !differs;
    open.function = &function;
    open.meeting.members.push_back(member);
  }

  Unmatched reasonOf(const OpenMeeting &open) const {
    if (!matching_.missing.empty() &&
        (open.group.empty() || std::ranges::any_of(matching_.missing, [&](int rank) {
           return std::ranges::count(open.group, rank) > 0;
         })))
      return Unmatched::RankMissing;
    if (std::ranges::count(open.group, TARE_MF_FOREIGN))
      return Unmatched::Foreign;
    bool ends = std::ranges::any_of(
        logs_, [](const RankLog &log) { return log.is_full || !log.is_closed; });
    return ends ? Unmatched::LogEnds : Unmatched::Alone;
  }

  void finish(OpenMeeting &open) {
    bool all = open.meeting.members.size() == open.expected;
    open.meeting.is_complete &= all;
    if (!open.meeting.is_complete)
      matching_.collectives[size_t(reasonOf(open))] += open.meeting.members.size();
    matching_.meetings.push_back(std::move(open.meeting));
  }

  const std::vector<RankLog> &logs_;
  Matching &matching_;
  std::map<MeetingKey, OpenMeeting> meetings_;
};

} // namespace

void matchMeetings(const std::vector<RankLog> &logs, Matching &matching) {
  MeetingMatcher(logs, matching).run();
}

} // namespace tare
