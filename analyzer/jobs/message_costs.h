// SPDX-License-Identifier: Apache-2.0
// What a network's tables say of the messages of a job, in ticks, for a placement.
#pragma once

#include "analyzer/jobs/durations.h"

namespace tare {

class MessageCosts {
public:
  /// Null network: nothing takes time, as far as is known.
  MessageCosts(const Job &job, const Network *network, const JobPlacement &placement);

  /// Whether its sender waits for the receive.
  bool isRendezvous(const JobMessage &message) const;
  /// Of the messages that a collective is made of.
  bool isRendezvous(uint32_t meeting) const;
  /// Until the receiver knows of it, where its sender waits for the receive; else 0.
  double envelope(const JobMessage &message) const;
  /// From the event that a need waits for until it is met.
  double lag(const CallNeed &need) const { return lag(need, true); }
  /// The same, if all messages had no bytes.
  double latency(const CallNeed &need) const { return lag(need, false); }
  /// What a call takes to send and receive its messages, once all are there.
  double callTime(uint32_t rank, const JobCall &call) const;

private:
  const NetworkTable &tableOf(const JobMessage &message) const {
    return network_->between(node_[message.send.rank] == node_[message.received.rank]);
  }
  double lag(const CallNeed &need, bool has_bytes) const;
  double giving(const CallNeed &need, uint64_t bytes) const; // seconds
  bool isOnOneNode(const JobMeeting &meeting) const;

  const Job &job_;
  const Network *network_;
  const std::vector<uint32_t> node_;
  std::vector<bool> on_one_node_; // by meeting
};

} // namespace tare
