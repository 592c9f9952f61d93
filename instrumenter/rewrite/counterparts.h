// SPDX-License-Identifier: Apache-2.0
// A unit of the serial program. The statements in it that are serial counterparts of the parallel
// program's constructs get probes.
//
//   unit's tree + node tables of the parallel program -> pairing -> [counterparts] -> edits, table
#pragma once

#include "instrumenter/clang/parse.h"
#include "instrumenter/rewrite/edits.h"
#include "instrumenter/text/line_map.h"

#include <string>
#include <vector>

namespace tare {

/// Statements with a pair of probes around them.
struct Counterpart {
  int node = -1; // in the table
  int depth = 0; // number of counterparts around it
  Span span;
  Span loop_body;     // where iterations are counted; empty: executions are
  bool braced = true; // false: it declares something for the code behind it
  bool may_leave = false;
};

struct SerialUnit {
  /// Functions, the counterparts in them, and the functions that lead to these with their calls. A
  /// counterpart that cannot be bracketed is in the table with its reason, and has no probes. If
  /// two are the same statement (parallel, for), the inner one has the time.
  NodeTree table;
  std::vector<Counterpart> counterparts; // in the order of the text
  /// With -fopenmp-simd Clang checks the rules of directives that do nothing. These are in the way
  /// of probes: default(none) clauses, and the pragmas of sections, between which no other
  /// statement may stand.
  std::vector<WrittenClause> closed_defaults;
  std::vector<Span> section_pragmas;
};

/// `parallel`: the tables of the parallel program. Empty: it is built from the same source, and
/// every construct is its own counterpart. `treat` must have decided about the unit's constructs.
SerialUnit findCounterparts(const ParsedUnit &unit, const std::vector<NodeTree> &parallel);

/// `module`: the unit's descriptor.
std::vector<Edit> counterpartEdits(const std::string &text, const LineMap &lines,
                                   const SerialUnit &unit, const std::string &module);

} // namespace tare
