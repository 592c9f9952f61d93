// SPDX-License-Identifier: Apache-2.0
// Which function of the serial program is which of the parallel one.
#pragma once

#include "instrumenter/nodes/node.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct FunctionCode {
  int unit = -1;          // index of its tree
  int node = -1;          // of the function itself
  std::vector<int> nodes; // inside it, in source order
};

struct FunctionCounterpart {
  const FunctionCode *function = nullptr;
  std::string reason; // why there is none
};

class FunctionMatch {
public:
  FunctionMatch(const std::vector<NodeTree> &serial, const std::vector<NodeTree> &parallel);

  /// Each function once, whichever units hold it.
  const std::vector<FunctionCode> &parallel() const { return parallel_; }

  /// By qualified name, in the file of the same name if there are several; else by a name that
  /// differs only in a word for serial or parallel (fib_seq, fib); else by code.
  FunctionCounterpart counterpart(const FunctionCode &function) const;

private:
  using Candidates = std::vector<const FunctionCode *>;
  bool holdsConstruct(const FunctionCode &function) const;
  const Node &nodeOf(const FunctionCode &function, bool serial) const;
  Candidates inLikeliestFile(const Candidates &candidates, const std::string &path) const;
  FunctionCounterpart choose(const FunctionCode &function, Candidates candidates) const;
  FunctionCounterpart sameCode(const FunctionCode &function) const;
  const FunctionCode *onlySame(const Node &node, const Candidates &candidates) const;

  const std::vector<NodeTree> &serial_trees_, &parallel_trees_;
  std::vector<FunctionCode> serial_, parallel_;
  std::map<std::string, Candidates> by_name_, by_stem_; // of serial functions
  std::map<std::string, int> parallel_stems_; // of those with constructs and a name of their own
};

} // namespace tare
