// SPDX-License-Identifier: Apache-2.0
// Appends nodes to a NodeTree and gives them their identities.
#pragma once

#include "instrumenter/text/construct.h"
#include "instrumenter/text/user_files.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tare {

class TreeBuilder {
public:
  TreeBuilder(NodeTree &tree, UserFiles &files, bool whole_tree);

  /// Nodes that are added next belong to this function. Its own node is made when it is first
  /// needed.
  void enterFunction(const std::string &name, Span span);
  /// The same for the innermost function entered so far that holds an offset, with its node if it
  /// has one; for a function without a name when there is none.
  void enterFunctionAt(uint32_t offset);
  /// The table holds the current function even if it has no construct.
  void keepFunction() { functionNode(); }
  Span functionSpan() const { return functions_[current_].span; }
  /// A function that was not read uses up ordinals as if it had been: its own and those of its
  /// loops.
  void passOver(const std::string &name, uint32_t offset, int loops);

  /// Appends a node and returns it; parent -1 is the function. A node that a table does not hold
  /// only uses up its ordinal, so that identities are the same in tables and whole trees. Then it
  /// returns `parent`.
  int add(NodeKind kind, Span span, int parent, const std::string &directive, bool in_table,
          const Trips &hidden = {});

  /// The function's own node, or -1 when none was needed.
  int currentFunction() const { return functions_[current_].node; }

  bool wholeTree() const { return whole_tree_; }

private:
  struct Entered {
    std::string name;
    Span span;
    int ordinal = 0;
    int node = -1; // in the tree, once it is needed
  };

  int functionNode();
  const LineMap::Line *includeAround(uint32_t offset) const;
  const LineMap::Line &shownLine(uint32_t offset) const;
  const std::string &pathAt(uint32_t offset);
  int takeOrdinals(const std::string &path, NodeKind kind, int count);
  Node makeNode(NodeKind kind, Span span, const std::string &directive);

  NodeTree &tree_;
  UserFiles &files_;
  bool whole_tree_;
  std::vector<Entered> functions_;
  size_t current_ = 0; // the function that was entered last
  std::map<std::tuple<std::string, std::string, NodeKind>, int> ordinals_;
};

} // namespace tare
