// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/nested_teams.h"

namespace tare {

namespace {

struct TeamSizes {
  double area = 0, span = 0; // thread time and wall-clock time of all teams
};

/// The teams of each region, by key, over all runs on p threads.
std::map<int, TeamSizes> teamSizesOf(const std::vector<Repetition> &repetitions, KeyTable &keys) {
  std::map<int, TeamSizes> teams;
  for (const Repetition &repetition : repetitions) {
    forEachRank(repetition.instrumented, [&](const InstrumentedRun &rank) {
      std::vector<int> of = keys.add(*rank.profile);
      for (const ProfileThread &thread : rank.profile->threads)
        for (size_t i = 0; i < thread.nodes.size() && i < of.size(); ++i)
          if (const ProfileNode &node = thread.nodes[i]; node.span > 0) {
            teams[of[i]].area += static_cast<double>(node.area);
            teams[of[i]].span += static_cast<double>(node.span);
          }
    });
  }
  return teams;
}

bool isRegion(const KeyTable &keys, int key) { return keys.node(key).kind == NodeKind::Parallel; }

} // namespace

void fillNestedTeams(Table &table, const std::vector<Repetition> &repetitions, KeyTable &keys) {
  std::map<int, TeamSizes> teams = teamSizesOf(repetitions, keys);
  auto is_region = [&](int key) { return isRegion(keys, key); };
  for (ConstructLines &construct : table.constructs) {
    int key = keys.find(construct.id), region = keys.nearest(key, is_region);
    int outer = region >= 0 && region == key ? keys.nearest(keys.around(key), is_region) : region;
    if (outer >= 0 && !construct.in_serial_code)
      construct.region = keys.node(outer).id.text();
    if (region < 0 || keys.nearest(keys.around(region), is_region) < 0)
      continue;
    if (auto found = teams.find(region); found != teams.end())
      construct.nested_team = found->second.area / found->second.span;
  }
}

} // namespace tare
