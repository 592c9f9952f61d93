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

/// The `#include` inside the current function that brought the text at an offset. Null: none did.
const LineMap::Line *TreeBuilder::includeAround(uint32_t offset) const {
  const LineMap &lines = files_.lines();
  const uint32_t begin = functions_[current_].span.begin;
  bool is_other_file = offset > begin && lines.at(offset).file != lines.at(begin).file;
  return is_other_file ? lines.includedAt(offset, begin) : nullptr;
}

/// The line that people are shown for an offset. For a directive from a file that holds nothing but
/// directives, this is the line of the `#include`: there stands the code that it is for.
const LineMap::Line &TreeBuilder::shownLine(uint32_t offset) const {
  const LineMap &lines = files_.lines();
  const LineMap::Line *include = includeAround(offset);
  return include && !lines.includesCode(*include) ? *include : lines.at(offset);
}

const std::string &TreeBuilder::pathAt(uint32_t offset) {
  return files_.path(files_.lines().file(shownLine(offset)));
}

/// The first of `count` ordinals for nodes of a kind in the current function.
int TreeBuilder::takeOrdinals(const std::string &path, NodeKind kind, int count) {
  int &next = ordinals_[{path, functions_[current_].name, kind}];
  next += count;
  return next - count;
}

Node TreeBuilder::makeNode(NodeKind kind, Span span, const std::string &directive) {
  const LineMap &lines = files_.lines();
  const LineMap::Line &first = shownLine(span.begin);
  const LineMap::Line &last = shownLine(span.empty() ? span.begin : span.end - 1);
  Node node;
  node.kind = kind;
  node.place.file = lines.file(first);
  node.place.line = first.line;
  node.place.column = lines.column(span.begin);
  node.place.end_line = last.file == first.file ? last.line : first.line;
  node.directive = directive;
  if (const LineMap::Line *include = includeAround(span.begin); include && include != &first)
    node.included_at = files_.path(lines.file(*include)) + ":" + std::to_string(include->line);
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
