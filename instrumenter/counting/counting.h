// SPDX-License-Identifier: Apache-2.0
// Clang's tree of a unit -> what its functions and constructs do, as formulas of its sizes.
#pragma once

#include "instrumenter/operations/operations.h"
#include "instrumenter/text/user_files.h"

#include <string_view>

namespace clang {
class ASTContext;
}

namespace tare {

/// All bodies must have been read. `text`: the preprocessed text that offsets belong to; with
/// definitions of macros in it (-dD) their names are symbols.
CountedUnit countOperations(clang::ASTContext &tree, std::string_view text, UserFiles &files);

} // namespace tare
