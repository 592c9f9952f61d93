// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/message_costs.h"

#include <algorithm>
#include <bit>

namespace tare {

MessageCosts::MessageCosts(const Job &job, const Network *network, const JobPlacement &placement)
    : job_(job), network_(network), node_(placement.node) {
  for (const JobMeeting &meeting : job.meetings)
    on_one_node_.push_back(isOnOneNode(meeting));
}

bool MessageCosts::isRendezvous(const JobMessage &message) const {
  if (message.mode == TARE_MF_SYNCHRONOUS)
    return true;
  return network_ && message.mode == TARE_MF_STANDARD &&
         static_cast<double>(message.bytes) > tableOf(message).eager_limit_bytes;
}

bool MessageCosts::isRendezvous(uint32_t meeting) const {
  const JobMeeting &of = job_.meetings[meeting];
  uint64_t bytes = of.is_alike ? of.bytes / of.members.size() : of.bytes;
  return network_ &&
         static_cast<double>(bytes) > network_->between(on_one_node_[meeting]).eager_limit_bytes;
}

bool MessageCosts::isOnOneNode(const JobMeeting &meeting) const {
  uint32_t first = node_[meeting.members.front().entry.rank];
  return std::ranges::all_of(meeting.members, [&](const JobMeetingMember &member) {
    return node_[member.entry.rank] == first;
  });
}

double MessageCosts::envelope(const JobMessage &message) const {
  if (!network_ || !isRendezvous(message))
    return 0;
  const NetworkTable &table = tableOf(message);
  return std::max(0.0, table.transfer(0) - table.receive(0)) * job_.ticks_per_second;
}

double MessageCosts::lag(const CallNeed &need, bool has_bytes) const {
  if (!network_)
    return 0;
  double seconds = 0;
  if (need.kind == NeedKind::Met) {
    const JobMeeting &meeting = job_.meetings[need.index];
    uint64_t bytes = has_bytes ? meeting.bytes : 0;
    if (waitsForNobody(meeting, need.member))
      return giving(need, bytes) * job_.ticks_per_second;
    seconds = network_->collective(meeting.members.size(), bytes, meeting.is_alike,
                                   on_one_node_[need.index]);
  } else {
    const JobMessage &message = job_.messages[need.index];
    double transfer =
        tableOf(message).transfer(has_bytes ? message.bytes : 0) * job_.ticks_per_second;
    return need.kind == NeedKind::Found ? transfer : std::max(0.0, transfer - envelope(message));
  }
  return seconds * job_.ticks_per_second;
}

/// A root sends one message a round, others one in all.
double MessageCosts::giving(const CallNeed &need, uint64_t bytes) const {
  const JobMeeting &meeting = job_.meetings[need.index];
  const NetworkTable &table = network_->between(on_one_node_[need.index]);
  auto others = static_cast<uint32_t>(meeting.members.size() - 1);
  int messages = meeting.shape == TARE_MF_FROM_ROOT ? std::bit_width(others) : 1;
  return messages * table.send(bytes);
}

double MessageCosts::callTime(uint32_t rank, const JobCall &call) const {
  if (!network_)
    return 0;
  double seconds = 0;
  const JobRank &of = job_.ranks[rank];
  for (uint32_t i = call.first_start; i < call.first_start + call.starts; ++i)
    if (of.starts[i].kind == StartKind::Sends) {
      const JobMessage &message = job_.messages[of.starts[i].index];
      seconds += tableOf(message).send(message.bytes);
    }
  for (uint32_t i = call.first_need; i < call.first_need + call.needs; ++i)
    if (of.needs[i].kind == NeedKind::Arrival) {
      const JobMessage &message = job_.messages[of.needs[i].index];
      seconds += tableOf(message).receive(message.bytes);
    }
  return seconds * job_.ticks_per_second;
}

} // namespace tare
