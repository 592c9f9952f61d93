// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/tree_builder.h"

namespace tare {

TreeBuilder::TreeBuilder(NodeTree &tree, UserFiles &files, bool whole_tree)
    : tree_(tree), files_(files), whole_tree_(whole_tree) {
  if (!whole_tree_)
    return;
  Node root;
  root.kind = NodeKind::Root;
  root.id = {files_.path(tree.unit), "", kindName(NodeKind::Root), 0};
  root.place.file = tree.unit;
  tree_.nodes.push_back(root);
}

void TreeBuilder::enterFunction(const std::string &name, Span span) {
  functions_.push_back({name, span});
  current_ = functions_.size() - 1;
  const std::string &path = pathAt(span.begin);
  functions_[current_].ordinal = takeOrdinals(path, NodeKind::Function, 1);
  if (whole_tree_)
    functionNode();
}

void TreeBuilder::enterFunctionAt(uint32_t offset) {
  size_t best = functions_.size();
  for (size_t i = 0; i < functions_.size(); ++i) {
    Span span = functions_[i].span;
    bool inner = best == functions_.size() || span.begin >= functions_[best].span.begin;
    if (span.holds(offset) && inner)
      best = i;
  }
  if (best == functions_.size())
    enterFunction("", {offset, offset + 1});
  else
    current_ = best;
}

void TreeBuilder::passOver(const std::string &name, uint32_t offset, int loops) {
  functions_.push_back({name, {offset, offset}});
  current_ = functions_.size() - 1;
  takeOrdinals(pathAt(offset), NodeKind::Function, 1);
  takeOrdinals(pathAt(offset), NodeKind::Loop, loops);
  functions_.pop_back();
}

const std::string &TreeBuilder::pathAt(uint32_t offset) {
  const LineMap &lines = files_.lines();
  return files_.path(lines.file(lines.at(offset)));
}

/// The first of `count` ordinals for nodes of a kind in the current function.
int TreeBuilder::takeOrdinals(const std::string &path, NodeKind kind, int count) {
  int &next = ordinals_[{path, functions_[current_].name, kind}];
  next += count;
  return next - count;
}

Node TreeBuilder::makeNode(NodeKind kind, Span span, const std::string &directive) {
  const LineMap &lines = files_.lines();
  const LineMap::Line &first = lines.at(span.begin);
  Node node;
  node.kind = kind;
  node.place.file = lines.file(first);
  node.place.line = first.line;
  node.place.column = lines.column(span.begin);
  node.place.end_line = lines.at(span.empty() ? span.begin : span.end - 1).line;
  node.directive = directive;
  node.id = {files_.path(node.place.file), functions_[current_].name, kindName(kind), 0};
  return node;
}

int TreeBuilder::functionNode() {
  Entered &function = functions_[current_];
  if (function.node >= 0)
    return function.node;
  Node node = makeNode(NodeKind::Function, function.span, "");
  node.id.ordinal = function.ordinal;
  node.parent = whole_tree_ ? 0 : -1;
  tree_.nodes.push_back(std::move(node));
  return function.node = int(tree_.nodes.size()) - 1;
}

int TreeBuilder::add(NodeKind kind, Span span, int parent, const std::string &directive,
                     bool in_table, const Trips &hidden) {
  int ordinal = takeOrdinals(pathAt(span.begin), kind, 1);
  if (!in_table && !whole_tree_)
    return parent;
  Node node = makeNode(kind, span, directive);
  node.id.ordinal = ordinal;
  node.parent = parent < 0 ? functionNode() : parent;
  node.hidden = hidden;
  tree_.nodes.push_back(std::move(node));
  return int(tree_.nodes.size()) - 1;
}

} // namespace tare
