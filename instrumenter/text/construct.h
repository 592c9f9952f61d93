// SPDX-License-Identifier: Apache-2.0
// The facts about a construct that rewriting needs, as plain data: its place in the preprocessed
// text, its clauses, and the constructs around it. rewrite/rules decides whether a probe may stand
// there.
#pragma once

#include "base/lexer.h"
#include "instrumenter/nodes/node.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

struct WrittenClause : Clause {
  std::string text;                 // as written: "private(a, b)"
  Span span;                        // of the text
  bool lists_only_variables = true; // so its list may stand in a shared clause, too
};

/// The facts about a worksharing loop's nest and its innermost body that sampling of single
/// iterations needs.
struct LoopShape {
  std::string variable;      // an integer of the outermost loop that the body can name; or empty
  bool is_short = false;     // no loop and no call in the body: it may be vectorised
  bool has_continue = false; // of the loop itself
};

struct Construct {
  NodeKind kind = NodeKind::Other; // Parallel for all combined forms of parallel; Loop: of region
                                   // code, or serial
  std::string name;    // as spelled: "parallel for simd"; for a lock: the routine; empty for loops
                       // and for a first section without a directive
  int node = -1;       // in the tree
  int inner_node = -1; // the inner half of parallel for [simd], sections, master, masked
  int parent = -1;     // enclosing construct of the same function
  int task = -1;       // innermost task directive that this lies in lexically
  int lambda = 0;      // number of the innermost lambda around; 0: none
  int depth = 0;       // greater than the depth of each construct around it
  Span pragma;         // '#' to the end of its line; empty: no pragma
  Span whole;          // '#', or the loop, to the end of the associated statement
  Span body;           // the associated statement; empty: none
  Span loop_body;      // body of the innermost associated loop; empty: nothing may be counted there
  Span then_part;      // only for a call in the condition of an if: its branch
  Span else_part;      // the same; empty: the if has none
  LoopShape shape;     // of loop_body
  std::vector<WrittenClause> clauses;
  bool is_short = false;       // a taskloop without a loop or a call in its loop_body
  bool has_cancel = false;     // a cancel or cancellation point binds to it
  bool discards_tasks = false; // it cancels a taskgroup, whose waiting tasks then never begin
  bool has_tasks = false;      // a region whose text holds tasks that cannot be measured
  bool serial = false;         // a statement of serial code: a loop, or a call (of kind Call)
  bool may_leave = false;      // of serial statements and loops: control may leave before the end
  bool declares = false;       // a serial statement that declares something for the code behind it
  bool is_spin = false;        // holds a loop that waits on a flag and cannot be measured itself
  std::string forbidden;       // why no probe may stand at it
  std::string inner_forbidden; // why no probe may stand inside it
};

} // namespace tare
