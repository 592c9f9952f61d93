// SPDX-License-Identifier: Apache-2.0
// A unit of the serial program: which of its statements are twins of the parallel program's
// constructs, and so get probes.
//
//   unit's tree + node tables of the parallel program -> pairing -> [twins] -> edits, table
#pragma once

#include "instrumenter/clang/parse.h"
#include "instrumenter/rewrite/edits.h"
#include "instrumenter/text/line_map.h"

#include <string>
#include <vector>

namespace tare {

/// Statements with a pair of probes around them.
struct Twin {
  int node = -1; // in the table
  int depth = 0; // number of twins around it
  Span span;
  Span loop_body;     // where iterations are counted; empty: executions are
  bool braced = true; // false: what it declares is used behind it
  bool may_leave = false;
};

struct SerialUnit {
  /// Functions, the twins in them, and the functions that lead to these with their calls. What was
  /// matched but cannot be bracketed is left alone, with its reason; of two that are the same
  /// statement (parallel, for) the inner one has the time.
  NodeTree table;
  std::vector<Twin> twins; // in the order of the text
  /// With -fopenmp-simd Clang holds what stands inside a directive against its rules, though it
  /// does nothing: default(none) clauses, and the pragmas of sections, which allow no other
  /// statement between them.
  std::vector<WrittenClause> closed_defaults;
  std::vector<Span> section_pragmas;
};

/// `parallel`: the tables of the parallel program. None: it is built from the same source, and
/// every construct is its own twin. The unit's constructs must have been treated.
SerialUnit findTwins(const ParsedUnit &unit, const std::vector<NodeTree> &parallel);

/// `module`: the unit's descriptor.
std::vector<Edit> twinEdits(const std::string &text, const LineMap &lines, const SerialUnit &unit,
                            const std::string &module);

} // namespace tare
