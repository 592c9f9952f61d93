// SPDX-License-Identifier: Apache-2.0
// tare nodes: the node tree of a source, or the tables in an object or a program; one line a node.
#include "base/files.h"
#include "base/text.h"
#include "driver/look_at_source.h"
#include "driver/runner/build.h"
#include "driver/verbs.h"
#include "instrumenter/nodes/node_table.h"

#include <cstdio>

namespace tare {

namespace {

bool isCSource(const std::string &path) { return endsWith(path, ".c"); }

Result<std::vector<NodeTree>> readTrees(const NodesOptions &options) {
  if (!fileExists(options.input))
    return Error{"there is no such file", options.input};
  if (!isCSource(options.input) && !isCxxSource(options.input))
    return readNodeTablesFromElf(options.input);
  Result<std::string> table =
      lookAtSource(options.input, "", options.compiler_flags, SourceView::tree);
  if (!table.ok())
    return table.error();
  Result<NodeTree> tree = readNodeTable(table.value());
  if (!tree.ok())
    return tree.error();
  return std::vector<NodeTree>{std::move(tree).value()};
}

/// What the node is called: the function's name, the directive, the callee.
std::string nodeLabel(const Node &node) {
  std::string label = kindName(node.kind);
  if (node.kind == NodeKind::Function)
    return label + " " + node.id.function;
  if (!node.directive.empty())
    label += isOpenMP(node.kind) ? " [" + node.directive + "]" : " " + node.directive;
  return label;
}

std::string nodeLine(const Node &node, int depth) {
  std::string line(size_t(depth) * 2, ' ');
  line += nodeLabel(node) + "  " + node.place.file + ":" + std::to_string(node.place.line);
  if (node.treatment != Treatment::None)
    line += std::string("  ") + treatmentName(node.treatment);
  if (!node.reason.empty())
    line += ": " + node.reason;
  if (!node.opaque.empty())
    line += " (opaque: " + node.opaque + ")";
  return printable(line);
}

void printTree(const NodeTree &tree) {
  std::printf("%s (%s)%s\n", printable(tree.unit).c_str(), printable(tree.compiler).c_str(),
              tree.fallback ? printable(", not measured: " + tree.fallback_reason).c_str() : "");
  std::vector<int> depths;
  for (const Node &node : tree.nodes) {
    depths.push_back(node.parent < 0 ? 1 : depths[size_t(node.parent)] + 1);
    if (node.kind == NodeKind::Statement)
      depths.back() -= 1; // it has no line: what is in it takes its place
    else
      std::printf("%s\n", nodeLine(node, depths.back()).c_str());
  }
}

} // namespace

int verbNodes(const NodesOptions &options) {
  Result<std::vector<NodeTree>> trees = readTrees(options);
  if (!trees.ok()) {
    complain(trees.error());
    return exit_build_failed;
  }
  if (trees.value().empty()) {
    complain({"it holds no node table", options.input, "was it built through tare cc?"});
    return exit_build_failed;
  }
  for (const NodeTree &tree : trees.value())
    printTree(tree);
  return exit_ok;
}

} // namespace tare
