// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/source_hash.h"

#include "base/files.h"
#include "base/text.h"

namespace tare {

void addSourceHashes(NodeTree &tree, const std::string &root) {
  constexpr uint64_t largest = uint64_t(64) << 20;
  for (const Node &node : tree.nodes) {
    const std::string &name = node.id.path;
    if (name.empty() || name[0] == '/' || tree.sources.contains(name))
      continue;
    std::string path = root.empty() ? name : root + "/" + name;
    if (Result<std::string> text = readFile(path, largest); text.ok())
      tree.sources[name] = hex16(hashBytes(text.value()));
  }
}

} // namespace tare
