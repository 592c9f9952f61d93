// SPDX-License-Identifier: Apache-2.0
// A metadirective becomes the variant that Clang selected from it, when Clang is who compiles.
#pragma once

#include "base/result.h"
#include "instrumenter/clang/parse.h"

#include <string>

namespace tare {

/// The text with selected variants in place of metadirectives. A metadirective stays if no variant
/// is selected, or if the selected one is unknown.
Result<std::string> selectVariants(const std::string &text, const ParseRequest &request,
                                   const std::string &root);

} // namespace tare
