// SPDX-License-Identifier: Apache-2.0
// make_stub SOURCE HASH KINDS RUNTIME [c++] [weak] [fallback] [static] [serial]: the source between
// the two halves of a stub, on stdout. For programs with hand-placed probes. KINDS:
// "parallel,for,...", one node each.
#include "base/files.h"
#include "base/text.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/rewrite/stub.h"

#include <cstdio>
#include <set>

namespace {

std::string tableOf(const std::string &hash, const std::string &kinds) {
  tare::NodeTree tree;
  tree.unit = hash + " \"quotes\" and \?\?/ trigraphs \\ and \xc3\xa9";
  tree.compiler = "gcc";
  for (const std::string &kind : tare::splitText(kinds, ',')) {
    tare::Node node;
    tare::kindFromName(kind, node.kind);
    node.id = {hash + ".c", "f", kind, static_cast<int>(tree.nodes.size())};
    node.place = {hash + ".c", 1, 1, 1};
    tree.nodes.push_back(node);
  }
  return tare::writeNodeTable(tree);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  const auto text = tare::readFile(argv[1]);
  if (!text.ok())
    return 3;
  const std::set<std::string> flags(argv + 5, argv + argc);
  tare::StubRequest request;
  request.hash = argv[2];
  request.table = tableOf(argv[2], argv[3]);
  request.node_count = static_cast<uint32_t>(tare::splitText(argv[3], ',').size());
  request.runtime_path = argv[4];
  request.cplusplus = flags.count("c++");
  request.weak_openmp = flags.count("weak");
  request.fallback = flags.count("fallback");
  request.static_link = flags.count("static");
  request.serial = flags.count("serial");
  const std::string marker = "# 1 \"" + std::string(argv[1]) + "\"\n";
  const std::string output =
      marker + tare::stubPrologue(request) + marker + text.value() + tare::stubEpilogue(request);
  std::fwrite(output.data(), 1, output.size(), stdout);
  return 0;
}
