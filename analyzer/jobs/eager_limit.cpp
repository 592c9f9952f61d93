// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/eager_limit.h"

#include <algorithm>

namespace tare {

namespace {

class LimitSeen {
public:
  void see(const Job &job, const JobMessage &message) {
    if (message.mode != TARE_MF_STANDARD || !message.sent)
      return;
    Ticks posted = job.callOf(message.post).begin;
    Ticks ended = job.callOf(*message.sent).end;
    auto bytes = static_cast<double>(message.bytes);
    bool is_blocking = message.sent->call == message.send.call;
    if (ended < posted)
      passed_ = std::max(passed_, bytes);
    else if (is_blocking && job.callOf(message.send).begin < posted)
      waited_ = std::max(waited_, bytes);
  }

  double limit() const {
    return waited_ > passed_ ? passed_ : std::numeric_limits<double>::infinity();
  }

private:
  double passed_ = -1, waited_ = -1;
};

} // namespace

Network limitsSeen(const Job &job) {
  LimitSeen local, remote;
  for (const JobMessage &message : job.messages) {
    bool same = job.ranks[message.send.rank].node == job.ranks[message.received.rank].node;
    (same ? local : remote).see(job, message);
  }
  Network network;
  network.library = job.library;
  network.local.eager_limit_bytes = local.limit();
  network.remote.eager_limit_bytes = remote.limit();
  return network;
}

} // namespace tare
