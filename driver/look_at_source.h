// SPDX-License-Identifier: Apache-2.0
// What `tare nodes` and `tare instrument` share: preprocess one source with the user's compiler and
// hand it to tare-instrument, without compiling anything.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

enum class SourceView {
  tree, // the whole node tree, as a node table's text
  text, // the rewritten text, the user's own lines only
};

Result<std::string> lookAtSource(const std::string &source, const std::string &compiler,
                                 const std::vector<std::string> &flags, SourceView view);

} // namespace tare
