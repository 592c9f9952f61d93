// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/visits.h"

#include <algorithm>

namespace tare {

namespace {

constexpr Ticks never = -1;

// Of a node's executions on a thread, those that its log has.
std::vector<double> loggedShares(const ProfileThread &thread) {
  std::vector<double> shares(thread.nodes.size(), 0);
  for (const Segment &segment : thread.log) {
    for (const SpentTime &record : segment.spent)
      if (hasCell(record.kind))
        shares[record.node] += record.entries;
    shares[segment.barrier_node] += 1;
  }
  for (size_t index = 0; index < shares.size(); ++index) {
    double all = 0;
    for (const ProfileCell &cell : thread.nodes[index].cells)
      all += static_cast<double>(cell.entries);
    shares[index] = all > shares[index] ? shares[index] / all : 1;
  }
  return shares;
}

} // namespace

Visits::Visits(const Profile &measured) {
  for (const ProfileThread &thread : measured.threads)
    threads_.push_back(visitsOf(measured, thread));
}

// A thread's log is in the order in which its segments ended.
Visits::OfThread Visits::visitsOf(const Profile &measured, const ProfileThread &thread) {
  OfThread visits;
  visits.first.reserve(thread.log.size());
  std::vector<Ticks> last(thread.nodes.size(), never);
  std::vector<double> shares;
  if (!measured.log_complete)
    shares = loggedShares(thread);
  auto away = [&](uint32_t node, Ticks until) {
    if (last[node] == never)
      return static_cast<float>(measured.window);
    auto ticks = static_cast<double>(std::max<Ticks>(until - last[node], 0));
    return static_cast<float>(shares.empty() ? ticks : ticks * shares[node]);
  };
  for (const Segment &segment : thread.log) {
    visits.first.push_back(visits.away.size());
    for (const SpentTime &record : segment.spent)
      visits.away.push_back(hasCell(record.kind) ? away(record.node, segment.open) : 0);
    visits.away.push_back(away(segment.barrier_node, segment.arrive));
    for (const SpentTime &record : segment.spent)
      if (hasCell(record.kind))
        last[record.node] = segment.arrive;
    last[segment.barrier_node] = segment.arrive;
  }
  return visits;
}

Ticks Visits::beforeRecord(uint32_t thread, size_t segment, size_t record) const {
  const OfThread &visits = threads_[thread];
  return cutTicks(visits.away[visits.first[segment] + record]);
}

Ticks Visits::beforeEnd(uint32_t thread, size_t segment) const {
  const OfThread &visits = threads_[thread];
  size_t next = segment + 1 < visits.first.size() ? visits.first[segment + 1] : visits.away.size();
  return cutTicks(visits.away[next - 1]);
}

} // namespace tare
