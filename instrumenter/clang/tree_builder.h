// SPDX-License-Identifier: Apache-2.0
// Appends nodes to a NodeTree and gives them their identities.
#pragma once

#include "instrumenter/clang/construct.h"
#include "instrumenter/clang/places.h"

#include <map>
#include <string>
#include <tuple>

namespace tare {

class TreeBuilder {
public:
  TreeBuilder(NodeTree &tree, Places &places, bool whole_tree);

  /// Nodes that follow belong to this function. Its own node is made when it is first needed.
  void enterFunction(const std::string &name, Span span);

  /// Appends a node; parent -1 is the function. Nodes that a table does not hold still use up their
  /// ordinal, so that identities do not depend on what is asked for: then it returns `parent`.
  int add(NodeKind kind, Span span, int parent, const std::string &directive, bool in_table);

  /// The function's own node, or -1 when none was needed.
  int currentFunction() const { return function_node_; }

  bool wholeTree() const { return whole_tree_; }

private:
  int functionNode();
  Node makeNode(NodeKind kind, Span span, const std::string &directive);

  NodeTree &tree_;
  Places &places_;
  bool whole_tree_;
  std::string function_;
  Span function_span_;
  int function_node_ = -1;
  std::map<std::tuple<std::string, std::string, NodeKind>, int> ordinals_;
};

} // namespace tare
