// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/late_ranks.h"

#include <algorithm>

namespace tare {

LateRanks::LateRanks(const Job &job, const JobTimes *times) : job_(job), times_(times) {
  for (const JobMeeting &meeting : job.meetings) {
    uint32_t last = 0;
    for (uint32_t member = 1; member < meeting.members.size(); ++member)
      if (beginOf(meeting.members[member].entry) > beginOf(meeting.members[last].entry))
        last = member;
    last_.push_back(last);
  }
}

double LateRanks::beginOf(const JobCallAt &at) const {
  return times_ ? times_->calls[at.rank][at.call].begin
                : static_cast<double>(job_.callOf(at).begin);
}

/// As meetingBase has it: for all, for the root alone, or (a scan) for those before it.
AwaitedRank LateRanks::lastOf(const CallNeed &need) const {
  if (need.kind != NeedKind::Met) {
    const JobMessage &message = job_.messages[need.index];
    const JobCallAt &at = need.kind == NeedKind::Accepted ? message.post : message.send;
    return {at.rank, beginOf(at)};
  }
  const JobMeeting &meeting = job_.meetings[need.index];
  auto root = static_cast<uint32_t>(meeting.root);
  uint32_t last = last_[need.index];
  if (meeting.shape == TARE_MF_FROM_ROOT && meeting.root >= 0)
    last = root;
  else if (meeting.shape == TARE_MF_TO_ROOT && meeting.root >= 0 && need.member != root)
    last = need.member;
  else if (meeting.shape == TARE_MF_SCAN)
    for (uint32_t member = last = 0; member <= need.member; ++member)
      if (beginOf(meeting.members[member].entry) > beginOf(meeting.members[last].entry))
        last = member;
  const JobCallAt &at = meeting.members[last].entry;
  return {at.rank, beginOf(at)};
}

std::optional<AwaitedRank> LateRanks::awaited(uint32_t r, uint32_t c) const {
  const JobRank &rank = job_.ranks[r];
  const JobCall &call = rank.calls[c];
  std::optional<AwaitedRank> latest;
  for (uint32_t need = call.first_need; need < call.first_need + call.needs; ++need) {
    AwaitedRank at = lastOf(rank.needs[need]);
    at.need = need;
    if (!latest || at.since > latest->since)
      latest = at;
  }
  if (!latest || latest->since <= beginOf({r, c}) || job_.ranks[latest->rank].rank == rank.rank)
    return std::nullopt;
  return latest;
}

} // namespace tare
