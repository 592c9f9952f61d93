// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/lock_objects.h"

#include <map>
#include <string>

namespace tare {

std::vector<int> lockObjects(const Profile &profile) {
  std::vector<int> locks(profile.nodeCount(), -1);
  std::map<std::string, int> names;
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      std::string name;
      if (node.kind == NodeKind::Critical) {
        const Clause *clause = findClause(node.clauses, "critical");
        name = "critical " + (clause ? clause->expression : std::string());
      } else if (node.kind == NodeKind::Lock && !releasesLock(node)) {
        name = node.id.text();
      } else {
        continue;
      }
      locks[module.first_node + i] =
          names.emplace(name, static_cast<int>(names.size())).first->second;
    }
  return locks;
}

} // namespace tare
