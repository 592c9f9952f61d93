// SPDX-License-Identifier: Apache-2.0
// One run of an archive as a tree of its constructs, with what each cost.
//
//   archive -> [run tree] -> tools that read call trees
#pragma once

#include "analyzer/archive/archive.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct TreeNode {
  std::string name;             // "lu2.c:29 for"
  std::optional<size_t> parent; // an earlier node; absent: the program
  std::optional<double> time_s; // own, wall-clock share, mean over the repetitions
};

/// What one repetition says; wall-clock shares, without what is inside a node.
struct TreeRepetition {
  int number = 0;
  std::optional<double> parallel_s;                 // T_p
  std::map<std::string, double> program;            // category -> the whole program's row
  std::vector<std::map<std::string, double>> nodes; // in the order of RunTree::nodes
};

/// Nodes in the order in which they were first entered, parents before what lies in them. What
/// nothing is known of lies in the program.
struct RunTree {
  std::vector<TreeNode> nodes;
  std::vector<TreeRepetition> repetitions;
};

/// `run`: its number in the archive. Rows that are a range have no values.
Result<RunTree> runTreeOf(Archive &archive, const std::string &run);

} // namespace tare
