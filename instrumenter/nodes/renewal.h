// SPDX-License-Identifier: Apache-2.0
// The node table of a run against the table of the same unit as its source is now. Nodes are
// matched by what does not change when lines move: function, kind, directive and the hash of their
// code.
//
//   table of a run, table of a source -> [renewal] -> what has changed; the run's table with what
//   the source says
#pragma once

#include "instrumenter/nodes/node.h"

#include <vector>

namespace tare {

enum class NodeFate {
  Same,    // the source has it as it was run
  Changed, // the source has it with other code, or another directive
  Gone,    // the source has it no more
};

struct TableMatch {
  std::vector<NodeFate> fates; // of the run's nodes
  std::vector<int> now;        // of the run's nodes: index in the source's table; -1: gone
  std::vector<int> added;      // nodes of the source's table that the run did not have
};

TableMatch matchTables(const NodeTree &run, const NodeTree &source);

/// The table to read the run's data with: nodes have the run's indices, which its data name. If the
/// source has the same nodes in the same nesting with the same probes, it is the source's table.
/// Else nodes have the source's places and all else as it was run, since the data are of that.
NodeTree renewedTable(const NodeTree &run, const NodeTree &source, const TableMatch &match);

} // namespace tare
