// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/tree_builder.h"

namespace tare {

TreeBuilder::TreeBuilder(NodeTree &tree, Places &places, bool whole_tree)
    : tree_(tree), places_(places), whole_tree_(whole_tree) {
  if (!whole_tree_)
    return;
  Node root;
  root.kind = NodeKind::Root;
  root.id = {places_.path(tree.unit), "", kindName(NodeKind::Root), 0};
  root.place.file = tree.unit;
  tree_.nodes.push_back(root);
}

void TreeBuilder::enterFunction(const std::string &name, Span span) {
  function_ = name;
  function_span_ = span;
  function_node_ = -1;
  if (whole_tree_)
    functionNode();
}

Node TreeBuilder::makeNode(NodeKind kind, Span span, const std::string &directive) {
  const LineMap &lines = places_.lines();
  const LineMap::Line &first = lines.at(span.begin);
  Node node;
  node.kind = kind;
  node.place.file = lines.file(first);
  node.place.line = first.line;
  node.place.column = lines.column(span.begin);
  node.place.end_line = lines.at(span.empty() ? span.begin : span.end - 1).line;
  node.directive = directive;
  node.id = {places_.path(node.place.file), function_, kindName(kind), 0};
  node.id.ordinal = ordinals_[{node.id.path, function_, kind}]++;
  return node;
}

int TreeBuilder::functionNode() {
  if (function_node_ >= 0)
    return function_node_;
  Node node = makeNode(NodeKind::Function, function_span_, "");
  node.parent = whole_tree_ ? 0 : -1;
  tree_.nodes.push_back(std::move(node));
  return function_node_ = int(tree_.nodes.size()) - 1;
}

int TreeBuilder::add(NodeKind kind, Span span, int parent, const std::string &directive,
                     bool in_table) {
  Node node = makeNode(kind, span, directive);
  if (!in_table && !whole_tree_)
    return parent;
  node.parent = parent < 0 ? functionNode() : parent;
  tree_.nodes.push_back(std::move(node));
  return int(tree_.nodes.size()) - 1;
}

} // namespace tare
