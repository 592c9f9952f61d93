// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/network_output.h"

#include "base/text.h"

#include <algorithm>
#include <sstream>

namespace tare {
namespace {

/// Of a point: it was disturbed then.
constexpr double far_above = 1.5;

class NetworkOutputReader {
public:
  /// False: the line is none of the program's.
  bool take(const std::string &line) {
    std::istringstream words(line);
    std::string mark, what;
    words >> mark >> what;
    bool is_right = what == "ranks"   ? takeRanks(words)
                    : what == "pair"  ? takePair(words)
                    : what == "eager" ? takeLimit(words)
                    : what == "point" ? takePoint(words)
                    : what == "turns" ? takeTurns(words)
                                      : what == "end";
    std::string more;
    is_over = is_over || what == "end";
    return is_right && !(words >> more);
  }

  NetworkOutput output;
  bool is_over = false;

private:
  NetworkTable *tableIn(std::istringstream &words) {
    std::string kind;
    words >> kind;
    return kind == "local"    ? &output.network.local
           : kind == "remote" ? &output.network.remote
                              : nullptr;
  }

  bool takeRanks(std::istringstream &words) {
    int ranks = 0, hosts = 0;
    std::string mark;
    bool is_right = bool(words >> ranks >> mark >> hosts) && ranks > 0 && hosts > 0;
    output.ranks = std::max(output.ranks, ranks);
    return is_right;
  }

  bool takePair(std::istringstream &words) {
    std::string host;
    bool is_right = tableIn(words);
    for (int i = 0; i < 2; ++i) {
      is_right = is_right && bool(words >> host);
      if (std::ranges::find(output.hosts, host) == output.hosts.end())
        output.hosts.push_back(host);
    }
    return is_right;
  }

  bool takeLimit(std::istringstream &words) {
    NetworkTable *table = tableIn(words);
    double bytes = 0;
    if (!table || !(words >> bytes) || bytes < -1)
      return false;
    if (bytes >= 0)
      table->eager_limit_bytes = bytes;
    return true;
  }

  bool takeTurns(std::istringstream &words) {
    SharedProcessor &turns = output.network.shared;
    return words >> turns.turn_s >> turns.yield_share && turns.turn_s >= turns.least_turn_s &&
           turns.turn_s <= turns.most_turn_s && turns.yield_share >= 0 && turns.yield_share <= 1;
  }

  bool takePoint(std::istringstream &words) {
    NetworkTable *table = tableIn(words);
    NetworkPoint point;
    double median = 0;
    if (!table ||
        !(words >> point.bytes >> point.transfer_s >> median >> point.send_s >> point.receive_s))
      return false;
    bool rises = table->points.empty() || table->points.back().bytes < point.bytes;
    table->points.push_back(point);
    output.disturbed += median > far_above * point.transfer_s;
    return rises && point.bytes >= 0 && point.transfer_s > 0 && median >= point.transfer_s &&
           point.send_s >= 0 && point.receive_s >= 0;
  }
};

} // namespace

Result<NetworkOutput> readNetworkOutput(const std::string &text) {
  NetworkOutputReader reader;
  for (const std::string &line : splitText(text, '\n'))
    if (startsWith(line, "tare-network ") && !reader.take(line))
      return Error{"the program that measures a network printed '" + printable(line) + "'"};
  if (!reader.is_over)
    return Error{"the program that measures a network did not come to its end"};
  return std::move(reader.output);
}

} // namespace tare
