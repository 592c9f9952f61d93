// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/network_change.h"

#include "base/text.h"

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace tare {

namespace {

constexpr const char *network_keys =
    "latency, bandwidth and eager, each also with local- in front: latency=/2,bandwidth=x4";
constexpr double most_factor = 1e6;

struct UnitOf {
  const char *name;
  double value;
};
constexpr UnitOf time_units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
constexpr UnitOf rate_units[] = {{"kB/s", 1e3},      {"MB/s", 1e6},      {"GB/s", 1e9},
                                 {"Mbit/s", 1.25e5}, {"Gbit/s", 1.25e8}, {"B/s", 1}};
constexpr UnitOf size_units[] = {{"KiB", 1024}, {"MiB", 1048576}, {"kB", 1e3},
                                 {"MB", 1e6},   {"B", 1},         {"", 1}};

/// A number, and what is behind it.
std::optional<std::pair<double, std::string>> numberAndUnit(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value < 0)
    return {};
  return std::pair(value, std::string(trimText(std::string_view(
                              end, static_cast<size_t>(text.data() + text.size() - end)))));
}

template <size_t count>
std::optional<double> amountIn(std::string_view text, const UnitOf (&units)[count]) {
  auto number = numberAndUnit(text);
  if (!number)
    return {};
  for (const UnitOf &unit : units)
    if (number->second == unit.name)
      return number->first * unit.value;
  return {};
}

/// "/2" or "x4": what a value is multiplied with.
std::optional<double> factorIn(std::string_view text) {
  if (text.empty() || (text[0] != '/' && text[0] != 'x' && text[0] != '*'))
    return {};
  auto number = numberAndUnit(text.substr(1));
  if (!number || !number->second.empty() || number->first < 1 / most_factor ||
      number->first > most_factor)
    return {};
  return text[0] == '/' ? 1 / number->first : number->first;
}

class ChangeReader {
public:
  explicit ChangeReader(const std::string &text) : text_(text) {}

  Result<NetworkChange> run() {
    for (const std::string &item : splitText(text_, ',')) {
      size_t equals = item.find('=');
      if (equals == std::string::npos)
        return Error{"--network wants a file that exists, free, or changes such as "
                     "latency=/2,bandwidth=x4; not '" +
                     text_ + "'"};
      TARE_DO(read(item.substr(0, equals), item.substr(equals + 1)));
    }
    return change_;
  }

private:
  Result<void> read(std::string key, const std::string &value) {
    constexpr std::string_view local = "local-";
    bool is_local = startsWith(key, local);
    LinkChange &link = is_local ? change_.local : change_.remote;
    link.is_asked = true;
    if (is_local)
      key.erase(0, local.size());
    if (key == "latency")
      return readLatency(value, link);
    if (key == "bandwidth")
      return readBandwidth(value, link);
    if (key == "eager")
      return readEager(value, link);
    return Error{"--network has no '" + key + "'; it knows " + network_keys};
  }

  static Result<void> readLatency(const std::string &value, LinkChange &link) {
    if (auto factor = factorIn(value))
      link.latency = *factor;
    else if (auto seconds = amountIn(value, time_units))
      link.latency_s = *seconds;
    else
      return Error{"latency wants /N, xN or a time such as 1.5us; not '" + value + "'"};
    return {};
  }

  static Result<void> readBandwidth(const std::string &value, LinkChange &link) {
    auto rate = amountIn(value, rate_units);
    if (auto factor = factorIn(value))
      link.byte = 1 / *factor;
    else if (rate && *rate > 0)
      link.byte_s = 1 / *rate;
    else
      return Error{"bandwidth wants xN, /N or a rate such as 12GB/s or 100Gbit/s; not '" + value +
                   "'"};
    return {};
  }

  static Result<void> readEager(const std::string &value, LinkChange &link) {
    if (value == "all")
      link.eager_limit_bytes = std::numeric_limits<double>::infinity();
    else if (auto bytes = amountIn(value, size_units))
      link.eager_limit_bytes = *bytes;
    else
      return Error{"eager wants a size such as 64KiB, or all; not '" + value + "'"};
    return {};
  }

  const std::string &text_;
  NetworkChange change_;
};

/// Where the table was not measured, both values make one of `other`: its calls and limit stay.
void change(NetworkTable &table, const LinkChange &link, const NetworkTable &other) {
  if (!table.isMeasured() && link.latency_s && link.byte_s)
    table = other;
  double latency = table.transfer(0);
  for (NetworkPoint &point : table.points) {
    double rest = std::max(0.0, point.transfer_s - latency);
    point.transfer_s = link.latency_s.value_or(latency * link.latency) +
                       (link.byte_s ? point.bytes * *link.byte_s : rest * link.byte);
  }
  if (link.eager_limit_bytes)
    table.eager_limit_bytes = *link.eager_limit_bytes;
}

} // namespace

Result<NetworkChange> readNetworkChange(const std::string &text) {
  return ChangeReader(text).run();
}

Network changedNetwork(Network network, const NetworkChange &change_asked) {
  const Network measured = network;
  change(network.local, change_asked.local, measured.remote);
  change(network.remote, change_asked.remote, measured.local);
  return network;
}

} // namespace tare
