// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/atomics.h"

#include <set>

namespace tare {

namespace {

/// Whether a construct lies in the text of another one.
bool isInside(const KeyTable &keys, int key, int outer) {
  while (key >= 0 && key != outer)
    key = keys.parent(key);
  return key == outer;
}

void addCalled(AtomicsIn &in, int key, uint64_t executions) {
  in.called += executions;
  if (executions > in.most)
    in.most = executions, in.key = key;
}

} // namespace

std::vector<AtomicsIn> atomicsIn(const RunBalance &run, const KeyTable &keys) {
  std::vector<AtomicsIn> atomics(run.nodes.size());
  for (size_t i = 0; i < atomics.size(); ++i) {
    int key = static_cast<int>(i);
    if (keys.node(key).kind != NodeKind::Atomic)
      continue;
    uint64_t executions = run.nodes[i].executions;
    std::set<int> met; // calls may be recursive
    for (int up = keys.around(key); up >= 0 && met.insert(up).second; up = keys.around(up)) {
      AtomicsIn &in = atomics[static_cast<size_t>(up)];
      in.executions += executions;
      if (!isInside(keys, key, up))
        addCalled(in, key, executions);
    }
  }
  return atomics;
}

} // namespace tare
