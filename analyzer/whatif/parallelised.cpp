// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/parallelised.h"

#include <algorithm>

namespace tare {

namespace {

class Paralleliser {
public:
  Paralleliser(Profile &profile, Ticks fork) : profile_(profile), fork_(fork) {}

  /// Of the node with this process-wide index.
  Ticks take(uint32_t index, Node &node) {
    Ticks all = 0;
    for (ProfileThread &thread : profile_.threads)
      if (index < thread.nodes.size()) {
        ProfileCell &cell = thread.nodes[index].cells[Spent::Serial];
        all += cell.ticks;
        cell = {};
      }
    if (all <= 0)
      return 0;
    node.kind = NodeKind::Parallel;
    node.serial = false;
    node.directive = "parallel for";
    addRegion(index, all);
    return all;
  }

private:
  void addRegion(uint32_t index, Ticks all) {
    size_t team = profile_.threads_asked;
    Ticks open = profile_.window, longest = 0, given = 0;
    std::vector<Segment> segments;
    for (size_t j = 0; j < team; ++j) {
      Ticks until = all * static_cast<Ticks>(j + 1) / static_cast<Ticks>(team);
      Ticks part = until - given;
      given = until;
      longest = std::max(longest, part);
      Segment segment;
      segment.instance = profile_.regions + 1;
      segment.open = open;
      segment.arrive = open + part;
      segment.region_node = segment.barrier_node = index;
      segment.team_size = static_cast<uint16_t>(team);
      segment.thread_num = static_cast<uint16_t>(j);
      segment.is_last = true;
      segment.is_master = j == 0;
      segment.spent = {{part, index, Spent::Body, 0, 1}};
      segments.push_back(std::move(segment));
    }
    segments.front().leave = open + longest + fork_;
    profile_.regions += 1;
    profile_.window = segments.front().leave;
    Ticks span = longest + fork_;
    size_t worker = 0;
    for (size_t j = 0; j < team; ++j)
      add(j == 0 ? initial() : nextWorker(worker), std::move(segments[j]), span);
  }

  ProfileThread &initial() {
    return *std::ranges::find_if(profile_.threads, &ProfileThread::initial);
  }

  /// There are as many threads as the program asked for, or they are made.
  ProfileThread &nextWorker(size_t &from) {
    while (from < profile_.threads.size() && profile_.threads[from].initial)
      ++from;
    if (from == profile_.threads.size()) {
      ProfileThread made;
      made.tid = profile_.threads.front().tid + from;
      made.nodes.resize(profile_.nodeCount());
      profile_.threads.push_back(std::move(made));
    }
    return profile_.threads[from++];
  }

  void add(ProfileThread &thread, Segment segment, Ticks span) {
    ProfileNode &node = thread.nodes[segment.region_node];
    node.cells[Spent::Body].ticks += segment.spent.front().ticks;
    node.cells[Spent::Body].entries += 1;
    if (segment.is_master) {
      node.cells[Spent::Wait].ticks += segment.leave - segment.arrive;
      node.cells[Spent::Wait].entries += 1;
      node.span += span;
      node.area += static_cast<Ticks>(profile_.threads_asked) * span;
      node.inside += span;
      node.instances += 1;
    } else {
      node.inside += segment.arrive - segment.open;
    }
    thread.log.push_back(std::move(segment));
  }

  Profile &profile_;
  Ticks fork_;
};

} // namespace

Ticks parallelise(Profile &profile, const std::set<std::string> &ids, Ticks fork) {
  if (std::ranges::none_of(profile.threads, &ProfileThread::initial))
    return 0;
  Paralleliser paralleliser(profile, fork);
  Ticks moved = 0;
  for (ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i)
      if (Node &node = module.tree.nodes[i]; node.serial && ids.count(node.id.text()))
        moved += paralleliser.take(static_cast<uint32_t>(module.first_node + i), node);
  return moved;
}

} // namespace tare
