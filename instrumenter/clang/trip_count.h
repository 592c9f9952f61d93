// SPDX-License-Identifier: Apache-2.0
// How many iterations a loop has, where its text tells. Clang types.
#pragma once

#include "instrumenter/nodes/node.h"

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace tare {

/// The iterations that the bounds give, as if nothing left the loop early. One loop more where they
/// are not constant, or where it is no loop that counts.
Repetition tripsOf(const clang::Stmt *loop, const clang::ASTContext &context);

} // namespace tare
