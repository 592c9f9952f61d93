// SPDX-License-Identifier: Apache-2.0
// What `tare nodes` and `tare instrument` share: preprocess one source with the user's compiler and
// hand it to tare-instrument, without compiling anything.
#pragma once

#include "base/result.h"
#include "instrumenter/nodes/node.h"

#include <string>
#include <vector>

namespace tare {

/// What tare-instrument writes.
enum class SourceView {
  tree,       // the whole node tree, as a node table's text
  text,       // the rewritten text, the user's own lines only
  operations, // what functions and constructs do, as JSON
};

/// `plan`: file with constructs that get no probes; empty: none.
Result<std::string> lookAtSource(const std::string &source, const std::string &compiler,
                                 const std::vector<std::string> &flags, SourceView view,
                                 const std::string &plan = "");

/// Whole trees of the sources of one program.
Result<std::vector<NodeTree>> treesOfSources(const std::vector<std::string> &sources,
                                             const std::string &compiler,
                                             const std::vector<std::string> &flags);

/// Flags under which a source reads as its serial build does, its directives still visible.
std::vector<std::string> asSerial(std::vector<std::string> flags);

} // namespace tare
