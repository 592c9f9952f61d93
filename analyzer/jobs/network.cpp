// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/network.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tare {

namespace {

constexpr uint64_t max_network_bytes = 1 << 24;

/// Whole bytes, however many digits they have.
constexpr json::Number whole_bytes{0, 1e15, nullptr};
constexpr json::Number a_share{0, 1, nullptr};
constexpr json::Number a_turn{SharedProcessor::least_turn_s, SharedProcessor::most_turn_s, nullptr};

double timeAt(const std::vector<NetworkPoint> &points, uint64_t bytes, double NetworkPoint::*time) {
  if (points.empty())
    return 0;
  if (points.size() == 1)
    return points.front().*time;
  auto at = static_cast<double>(bytes);
  auto above = std::ranges::lower_bound(points, at, {}, &NetworkPoint::bytes);
  size_t i = std::clamp<size_t>(static_cast<size_t>(above - points.begin()), 1, points.size() - 1);
  const NetworkPoint &low = points[i - 1], &high = points[i];
  double slope = (high.*time - low.*time) / (high.bytes - low.bytes);
  return std::max(0.0, low.*time + slope * (at - low.bytes));
}

void pointRows(json::Fields &io, NetworkPoint &point) {
  io.required("bytes", point.bytes, whole_bytes);
  io.required("transfer_s", point.transfer_s, json::duration);
  io.optional("send_s", point.send_s, json::duration);
  io.optional("receive_s", point.receive_s, json::duration);
}

void tableRows(json::Fields &io, NetworkTable &table) {
  io.required("points", table.points, pointRows);
  bool rises = !table.points.empty();
  for (size_t i = 1; i < table.points.size(); ++i)
    rises = rises && table.points[i - 1].bytes < table.points[i].bytes;
  io.check(rises, "is no table: its bytes have to rise", "points");
  std::optional<double> limit;
  if (std::isfinite(table.eager_limit_bytes))
    limit = table.eager_limit_bytes;
  io.optional("eager_limit_bytes", limit, whole_bytes);
  table.eager_limit_bytes = limit.value_or(std::numeric_limits<double>::infinity());
}

void sharedRows(json::Fields &io, SharedProcessor &shared) {
  io.required("turn_s", shared.turn_s, a_turn);
  io.optional("yield_share", shared.yield_share, a_share);
}

void addTo(NetworkTable &table, double latency_s, double byte_s) {
  for (NetworkPoint &point : table.points)
    point.transfer_s = std::max(0.0, point.transfer_s + latency_s + point.bytes * byte_s);
}

void limitTo(NetworkTable &table, double latency_s, double byte_s) {
  auto least = [&](double bytes) { return latency_s + bytes * byte_s; };
  std::vector<NetworkPoint> crossings; // where one line crosses the other between two points
  for (size_t i = 1; i < table.points.size(); ++i) {
    const NetworkPoint &low = table.points[i - 1], &high = table.points[i];
    double under = low.transfer_s - least(low.bytes), over = high.transfer_s - least(high.bytes);
    if (under * over >= 0)
      continue;
    double share = under / (under - over);
    NetworkPoint at = low;
    for (double NetworkPoint::*what : {&NetworkPoint::bytes, &NetworkPoint::transfer_s,
                                       &NetworkPoint::send_s, &NetworkPoint::receive_s})
      at.*what += share * (high.*what - low.*what);
    if (at.bytes > low.bytes && at.bytes < high.bytes)
      crossings.push_back(at);
  }
  table.points.insert(table.points.end(), crossings.begin(), crossings.end());
  std::ranges::sort(table.points, {}, &NetworkPoint::bytes);
  for (NetworkPoint &point : table.points)
    point.transfer_s = std::max(point.transfer_s, least(point.bytes));
}

void scale(NetworkTable &table, double factor) {
  for (NetworkPoint &point : table.points) {
    point.transfer_s *= factor;
    point.send_s *= factor;
    point.receive_s *= factor;
  }
}

} // namespace

double NetworkTable::transfer(uint64_t bytes) const {
  return timeAt(points, bytes, &NetworkPoint::transfer_s);
}
double NetworkTable::send(uint64_t bytes) const {
  return timeAt(points, bytes, &NetworkPoint::send_s);
}
double NetworkTable::receive(uint64_t bytes) const {
  return timeAt(points, bytes, &NetworkPoint::receive_s);
}

double Network::collective(size_t members, uint64_t bytes, bool to_each, bool same_node) const {
  if (members < 2)
    return 0;
  const NetworkTable &table = between(same_node);
  if (to_each)
    return static_cast<double>(members - 1) * table.transfer(bytes / members);
  return static_cast<double>(std::bit_width(members - 1)) * table.transfer(bytes);
}

Network scaledNetwork(const Network &network, double factor) {
  Network changed = network;
  scale(changed.local, factor);
  scale(changed.remote, factor);
  return changed;
}

Network slowedNetwork(const Network &network, double latency_s, double byte_s) {
  Network changed = network;
  addTo(changed.local, latency_s, byte_s);
  addTo(changed.remote, latency_s, byte_s);
  return changed;
}

Network limitedNetwork(const Network &network, double latency_s, double byte_s) {
  Network changed = network;
  limitTo(changed.local, latency_s, byte_s);
  limitTo(changed.remote, latency_s, byte_s);
  return changed;
}

void networkFields(json::Fields &io, Network &network) {
  io.schema(formats::network);
  io.required("library", network.library);
  io.optional("local", network.local, tableRows);
  io.optional("remote", network.remote, tableRows);
  io.optional("shared_processor", network.shared, sharedRows);
  io.check(network.local.isMeasured() || network.remote.isMeasured(),
           "is missing, and so is 'remote': one of them is needed", "local");
}

Result<Network> readNetworkFile(const std::string &path) {
  return json::readFrom<Network>(path, max_network_bytes, "is no network table: ", networkFields);
}

std::string networkJson(const Network &network) {
  return json::write(network, networkFields) + "\n";
}

} // namespace tare
