// SPDX-License-Identifier: Apache-2.0
// What a message takes, by its bytes: half round trips, measured between two ranks of a job, local
// and remote (Eom and Hollingsworth, section 2.1), and how long the calls take themselves.
//
// Between two points times are linear in bytes; beyond the last ones the last slope goes on.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tare {
namespace json {
class Fields;
}

/// A message of so many bytes. Seconds.
struct NetworkPoint {
  double bytes = 0;
  double transfer_s = 0; // from the begin of the send to the end of a receive that waits for it
  double send_s = 0;     // in the call that sends it
  double receive_s = 0;  // in a call that receives it when it is there

  bool operator==(const NetworkPoint &) const = default;
};

struct NetworkTable {
  std::vector<NetworkPoint> points; // `bytes` increase; none: all times are 0
  /// Longer messages are sent when their receive is posted; infinity: none is.
  double eager_limit_bytes = std::numeric_limits<double>::infinity();

  double transfer(uint64_t bytes) const;
  double send(uint64_t bytes) const;
  double receive(uint64_t bytes) const;

  bool isMeasured() const { return !points.empty(); }
  bool operator==(const NetworkTable &) const = default;
};

/// How the operating system shares a processor among ranks that want it.
struct SharedProcessor {
  double turn_s = 0; // a rank that spins keeps it for so long; 0: not measured
  /// Of the time of a rank that works, what one takes that yields whenever it has the processor.
  double yield_share = 0;
  /// What a system may have; a replay makes as many turns as fit into a job.
  static constexpr double least_turn_s = 1e-5, most_turn_s = 10;

  bool isMeasured() const { return turn_s > 0; }
  bool operator==(const SharedProcessor &) const = default;
};

struct Network {
  std::string library; // of MPI
  /// Of a file one of them at least is measured: remote ones only where a job had several hosts.
  NetworkTable local, remote;
  SharedProcessor shared = {}; // of the nodes

  const NetworkTable &between(bool same_node) const { return same_node ? local : remote; }
  /// Messages of a collective of so many members, one after the other: so many rounds as doubling
  /// needs, or one message to each of the others (`to_each`).
  double collective(size_t members, uint64_t bytes, bool to_each, bool same_node) const;
};

/// All transfers and calls `factor` times as long; or with other latency and bandwidth: a message
/// of b bytes takes `latency_s` and b * `byte_s` more.
Network scaledNetwork(const Network &network, double factor);
Network slowedNetwork(const Network &network, double latency_s, double byte_s);
/// Or no message takes less than `latency_s` and b * `byte_s`: what TARE_MPI_LATENCY_US and
/// TARE_MPI_BANDWIDTH_MB_S make of a run.
Network limitedNetwork(const Network &network, double latency_s, double byte_s);

/// As JSON, tare.network/1.
void networkFields(json::Fields &io, Network &network);
/// Error with the file's place: it is no such document.
Result<Network> readNetworkFile(const std::string &path);
std::string networkJson(const Network &network);

} // namespace tare
