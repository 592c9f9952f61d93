// SPDX-License-Identifier: Apache-2.0
// Through which calls of the serial program its counterparts are reached: how often they are
// executed depends on these.
#pragma once

#include "instrumenter/nodes/node.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// By function (index of its node): its calls of the functions with these names, and of those that
/// lead to them, with the repetition of each in its function.
std::map<int, std::vector<FunctionCall>> callsThatLead(const std::vector<Node> &nodes,
                                                       std::set<std::string> functions);

/// The node of the function that a node lies in, or -1.
int functionAround(const std::vector<Node> &nodes, int node);

/// What a node is repeated by for each time that its function is executed.
Trips repetitionIn(const std::vector<Node> &nodes, int node, int function);

} // namespace tare
