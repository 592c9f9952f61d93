// SPDX-License-Identifier: Apache-2.0
// What rewriting must know of a construct, as plain data: where it stands in the preprocessed text,
// its clauses, what it lies in. Capture only; whether a probe may stand there is decided by
// rewrite/rules.
#pragma once

#include "instrumenter/nodes/node.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

/// Half-open range of byte offsets in the preprocessed text.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool empty() const { return begin >= end; }
};

struct WrittenClause : Clause {
  std::string text;                 // as written: "private(a, b)"
  Span span;                        // of the text
  bool lists_only_variables = true; // which may stand in a shared clause
};

/// What sampling of single iterations must know of a worksharing loop's nest and its innermost
/// body.
struct LoopShape {
  std::string variable;      // an integer of the outermost loop that the body can name; or empty
  bool is_short = false;     // no loop and no call in the body: it may be vectorised
  bool has_continue = false; // of the loop itself
};

struct Construct {
  NodeKind kind = NodeKind::Other; // Parallel for all combined forms of parallel; Loop: of region
                                   // code, or serial
  std::string name;    // as spelled: "parallel for simd"; of a lock: the routine; empty for loops
                       // and unspelled sections
  int node = -1;       // in the tree
  int inner_node = -1; // the inner half of parallel for [simd], sections, master, masked
  int parent = -1;     // enclosing construct of the same function
  int task = -1;       // innermost task directive that this lies in lexically
  int depth = 0;       // greater than that of all that is around it
  Span pragma;         // '#' to the end of its line; empty: no pragma
  Span whole;          // '#', or the loop, to the end of the associated statement
  Span body;           // the associated statement; empty: none
  Span loop_body;      // body of the innermost associated loop; empty: nothing may be counted there
  Span then_part;      // of a call in the condition of an if, which is its whole: what may follow
  Span else_part;      // the same; empty: nothing
  LoopShape shape;     // of loop_body
  std::vector<WrittenClause> clauses;
  bool is_short = false;       // a taskloop: neither a loop nor a call in its loop_body
  bool has_cancel = false;     // a cancel or cancellation point binds to it
  bool discards_tasks = false; // it cancels a taskgroup: those that have not begun never will
  bool has_tasks = false;      // a region with tasks in its text that cannot be measured
  bool serial = false;         // a statement of serial code: a loop, or a call (of kind Call)
  bool may_leave = false;      // of these, and of loops: control may leave it before its end
  bool declares = false;       // of serial statements: what it declares is used behind it
  bool is_spin = false;        // holds a loop that waits on a flag and cannot be measured itself
  std::string forbidden;       // why no probe may stand at it
  std::string inner_forbidden; // why no probe may stand inside it
};

} // namespace tare
