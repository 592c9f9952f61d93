// SPDX-License-Identifier: Apache-2.0
// Another network without a table of it: the measured one, with other latency, bandwidth or eager
// limit.
//
//   "latency=/2,bandwidth=x4"  "latency=1.5us,bandwidth=12GB/s"  "local-latency=/2"  "eager=64KiB"
//
// Keys are of messages between nodes, with "local-" in front of those inside a node.
#pragma once

#include "analyzer/jobs/network.h"

#include <optional>
#include <string>

namespace tare {

/// Of one table. What is not set stays as it was measured.
struct LinkChange {
  double latency = 1, byte = 1;            // factors: of a message of 0 bytes, of what bytes add
  std::optional<double> latency_s, byte_s; // in their place: seconds, seconds a byte
  std::optional<double> eager_limit_bytes; // infinity: none

  bool is_asked = false; // some key names it, if only to change nothing

  bool changesTimes() const { return latency != 1 || byte != 1 || latency_s || byte_s; }
};

struct NetworkChange {
  LinkChange local, remote;
};

/// Error: what is wrong with the text, and what it may be.
Result<NetworkChange> readNetworkChange(const std::string &text);

/// A message of b bytes takes latency + rest(b), with latency = transfer(0). Each is changed by
/// itself. What calls take themselves stays: this is the processor's time. A table that was not
/// measured needs both as values; then calls are those of the other table.
Network changedNetwork(Network network, const NetworkChange &change);

} // namespace tare
