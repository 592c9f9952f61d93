// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/rank_placement.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace tare {

namespace {

constexpr const char *placement_forms =
    "nodes=2, per-node=4 (either with cyclic), all:NODE, or ranks to nodes such as 0-3:a,4-7:b";

std::optional<size_t> countIn(std::string_view text) {
  size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return {};
  return value;
}

class PlacementReader {
public:
  PlacementReader(const std::string &text, size_t ranks) : text_(text), ranks_(ranks) {}

  Result<AskedPlacement> run() {
    for (const std::string &item : splitText(text_, ','))
      TARE_DO(read(item));
    bool has_counts = nodes_ || per_node_;
    if (has_counts == !named_.empty() || (nodes_ && per_node_) || (is_cyclic_ && !has_counts))
      return wrong(text_);
    if (!has_counts)
      return namedOnes();
    size_t nodes = nodes_ ? *nodes_ : (ranks_ + *per_node_ - 1) / *per_node_;
    if (nodes > ranks_)
      return Error{"--placement has " + numberOf(static_cast<int64_t>(nodes), "node") + " for " +
                   numberOf(static_cast<int64_t>(ranks_), "rank") + ": some would have none"};
    AskedPlacement asked;
    asked.nodes = nodes;
    for (size_t rank = 0; rank < ranks_; ++rank) {
      size_t block = per_node_ ? rank / *per_node_ : rank * nodes / ranks_;
      asked.node_of.push_back(static_cast<uint32_t>(is_cyclic_ ? rank % nodes : block));
    }
    return asked;
  }

private:
  Result<void> read(const std::string &item) {
    if (item == "cyclic") {
      is_cyclic_ = true;
      return {};
    }
    if (item == "block")
      return {};
    if (size_t equals = item.find('='); equals != std::string::npos)
      return readCount(item.substr(0, equals), item.substr(equals + 1), item);
    size_t colon = item.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == item.size())
      return wrong(item);
    return readRanks(item.substr(0, colon), item.substr(colon + 1), item);
  }

  Result<void> readCount(const std::string &key, const std::string &value,
                         const std::string &item) {
    std::optional<size_t> count = countIn(value);
    if (!count || *count == 0 || (key != "nodes" && key != "per-node"))
      return wrong(item);
    (key == "nodes" ? nodes_ : per_node_) = count;
    return {};
  }

  Result<void> readRanks(const std::string &of, const std::string &node, const std::string &item) {
    size_t dash = of.find('-');
    std::optional<size_t> first = countIn(of.substr(0, dash));
    std::optional<size_t> last = dash == std::string::npos ? first : countIn(of.substr(dash + 1));
    if (of == "all") {
      first = 0;
      last = ranks_ - 1;
    }
    if (!first || !last || *first > *last)
      return wrong(item);
    if (*last >= ranks_)
      return Error{"--placement names rank " + std::to_string(*last) + ", and the job has " +
                   numberOf(static_cast<int64_t>(ranks_), "rank") + ", from 0"};
    for (size_t rank = *first; rank <= *last; ++rank)
      if (!named_.emplace(rank, node).second)
        return Error{"--placement places rank " + std::to_string(rank) + " twice"};
    return {};
  }

  Result<AskedPlacement> namedOnes() const {
    AskedPlacement asked;
    std::map<std::string, uint32_t> numbers;
    for (size_t rank = 0; rank < ranks_; ++rank) {
      auto found = named_.find(rank);
      if (found == named_.end())
        return Error{"--placement has no node for rank " + std::to_string(rank)};
      auto number = static_cast<uint32_t>(numbers.size());
      asked.node_of.push_back(numbers.emplace(found->second, number).first->second);
    }
    asked.nodes = numbers.size();
    return asked;
  }

  static Error wrong(const std::string &item) {
    return {std::string("--placement wants ") + placement_forms + "; not '" + item + "'"};
  }

  const std::string &text_;
  size_t ranks_;
  std::optional<size_t> nodes_, per_node_;
  bool is_cyclic_ = false;
  std::map<size_t, std::string> named_;
};

JobPlacement sharedBy(std::vector<uint32_t> node, double cores) {
  JobPlacement placement;
  size_t nodes = 0;
  for (uint32_t number : node)
    nodes = std::max<size_t>(nodes, number + 1);
  placement.group = node;
  placement.node = std::move(node);
  placement.processors.assign(nodes, cores);
  return placement;
}

} // namespace

Result<AskedPlacement> readPlacement(const std::string &text, size_t ranks) {
  return PlacementReader(text, ranks).run();
}

JobPlacement placementOn(const Job &job, const AskedPlacement &asked, double cores) {
  std::vector<uint32_t> node;
  for (const JobRank &rank : job.ranks)
    node.push_back(asked.node_of[static_cast<size_t>(rank.rank)]);
  return sharedBy(std::move(node), cores);
}

JobPlacement onSameNodes(const Job &job, double cores) {
  std::vector<uint32_t> node;
  for (const JobRank &rank : job.ranks)
    node.push_back(rank.node);
  return sharedBy(std::move(node), cores);
}

JobPlacement placementSeen(const Job &job, double cores) {
  std::map<uint32_t, int> threads;
  for (const JobRank &rank : job.ranks)
    threads[rank.node] += rank.threads;
  bool is_shared = cores > 0 && std::ranges::any_of(
                                    threads, [&](const auto &node) { return node.second > cores; });
  return is_shared ? onSameNodes(job, cores) : measuredPlacement(job);
}

std::string placementText(const Job &job, const JobPlacement &placement) {
  std::map<uint32_t, std::set<int>> ranks;
  for (size_t i = 0; i < job.ranks.size(); ++i)
    ranks[placement.node[i]].insert(job.ranks[i].rank);
  auto size = [](const auto &node) { return node.second.size(); };
  auto [least, most] = std::ranges::minmax_element(ranks, {}, size);
  std::string text = numberOf(static_cast<int64_t>(ranks.size()), "node") + ", ";
  if (size(*least) != size(*most))
    text += std::to_string(size(*least)) + " to ";
  text += numberOf(static_cast<int64_t>(size(*most)), "rank");
  return text + (ranks.size() > 1 ? " on each" : "");
}

} // namespace tare
