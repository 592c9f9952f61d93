// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/thinnable.h"

#include "analyzer/teams/outermost_regions.h"

namespace tare {

namespace {

struct Executions {
  double all = 0, thinnable = 0;
};

std::vector<uint64_t> instancesOf(const Profile &profile) {
  std::vector<uint64_t> instances(profile.nodeCount(), 0);
  for (const ProfileThread &thread : profile.threads)
    for (size_t index = 0; index < thread.nodes.size(); ++index)
      instances[index] += thread.nodes[index].instances;
  return instances;
}

void add(Executions &node, double times, bool thinnable) {
  node.all += times;
  node.thinnable += thinnable ? times : 0;
}

void add(const SpentList &records, bool thinnable, std::vector<Executions> &nodes) {
  for (const SpentTime &record : records)
    if (hasCell(record.kind))
      add(nodes[record.node], record.entries, thinnable);
}

} // namespace

std::vector<double> thinnableParts(const Profile &profile, uint64_t fewest) {
  std::vector<uint64_t> instances = instancesOf(profile);
  Teams teams(profile);
  OutermostRegions regions(profile, teams);
  std::vector<Executions> nodes(profile.nodeCount());
  forSegments(profile, [&](LogPlace place, const Segment &segment) {
    std::optional<size_t> region = regions.of(place);
    bool thinnable = region && instances[regions.all()[*region].region_node] >= fewest;
    add(segment.spent, thinnable, nodes);
    add(segment.in_wait, thinnable, nodes);
    add(nodes[segment.barrier_node], 1, thinnable); // the wait behind it is in no record
  });
  std::vector<double> parts;
  for (const Executions &node : nodes)
    parts.push_back(node.all > 0 ? node.thinnable / node.all : 0);
  return parts;
}

} // namespace tare
