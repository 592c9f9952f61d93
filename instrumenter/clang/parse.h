// SPDX-License-Identifier: Apache-2.0
// Preprocessed text -> node tree and constructs, by Clang.
//
//   preprocessed text -> [clang] -> node tree + constructs -> plan -> rewrite
#pragma once

#include "base/result.h"
#include "instrumenter/text/construct.h"
#include "instrumenter/text/kernel_call.h"
#include "instrumenter/text/user_files.h"

#include <functional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace tare {

struct ParseRequest {
  std::string unit;     // path of the source as given to the compiler
  std::string compiler; // "clang" or "gcc": who preprocessed the text
  bool cplusplus = false;
  std::vector<std::string> flags; // -std=... and -m... only
  /// Also declarations, basic blocks, loops, branches, calls: the whole tree of the paper's
  /// Figure 2. Otherwise only the nodes of a node table.
  bool whole_tree = false;
  /// Also statements of serial code (outermost loops, calls) in functions that hold a region.
  bool serial_code = true;
  /// Also functions through which a region is reached by calls, with their calls. `serial_code`
  /// includes them.
  bool callers = true;
  /// Gets Clang's tree of each attempt to read the unit; the last one is the best.
  std::function<void(clang::ASTContext &)> look_at_tree;
  /// Not empty: only the calls of these functions are looked for, and no node is made.
  std::vector<std::string> kernels;
};

/// A place where Clang could not read the user's own code.
struct ReadError {
  std::string file;
  int line = 0;
  std::string message;
};

/// The variant that Clang selected from a metadirective.
struct SelectedVariant {
  Span pragma;
  std::string variant; // "parallel for num_threads(2)"
};

/// The place of a statement, and whether probes may stand around it.
struct StatementPlace {
  Span span;          // with its `;`; empty: not known
  Span loop_body;     // of a loop
  uint32_t block = 0; // offset of the brace that opens the block around; 0: there is none
  bool declares = false;
  bool block_has_labels = false;
  bool may_leave = false; // control may leave it before its end
  std::string forbidden;  // why no probe may stand around it, or empty
};

struct ParsedUnit {
  NodeTree tree;
  std::vector<StatementPlace> places; // by node, of statements; whole trees only
  std::vector<SelectedVariant> selections;
  std::vector<Construct> constructs; // source order, parents before children
  std::vector<ReadError> errors;
  KernelCalls kernel_calls; // if there are kernels in the request
};

/// Error only when Clang could not be started on the text at all.
Result<ParsedUnit> parseUnit(const std::string &text, const ParseRequest &request,
                             UserFiles &files);

} // namespace tare
