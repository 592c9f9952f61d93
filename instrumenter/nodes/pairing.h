// SPDX-License-Identifier: Apache-2.0
// Pairs the constructs of an OpenMP program with the code of a serial program that does the same:
// their serial counterparts. Both programs are node trees. Whole trees (from sources) pair best,
// tables (from objects) pair by the little that they hold.
//
//   serial trees + parallel trees -> [pairing] -> serial counterparts
#pragma once

#include "instrumenter/nodes/node.h"

#include <string>
#include <vector>

namespace tare {

/// The ways to pair, the surest first. A way is tried only for constructs that the ways before it
/// could not pair.
enum class PairedBy {
  Identity, // the same construct of the same source
  Exact,    // the same code
  Shape,    // the same code but for names of variables
  Header,   // loops with the same header, at the same place of the function
  Fallback, // loops with the same range and calls; or most of its statements are paired
};

struct NodeRef {
  int unit = -1; // index of the tree
  int node = -1; // index in the tree
};

/// A construct and the statements that are its serial counterpart.
struct ConstructPair {
  NodeRef parallel;
  NodeRef serial;      // the first statement of the counterpart, or its construct
  NodeRef serial_last; // its last statement, in the same block
  int end_line = 0;    // of the last statement
  PairedBy by = PairedBy::Exact;
};

struct UnpairedConstruct {
  NodeRef parallel;
  std::string reason;
};

struct Pairing {
  std::vector<ConstructPair> pairs;        // in the order of the parallel trees
  std::vector<UnpairedConstruct> unpaired; // have code inside, but no counterpart was found
  std::vector<NodeRef> without_code;       // barriers, flushes: nothing to pair
};

const char *pairedByName(PairedBy by);

/// A construct that several units hold (headers, templates) is paired once.
Pairing pairPrograms(const std::vector<NodeTree> &serial, const std::vector<NodeTree> &parallel);

} // namespace tare
