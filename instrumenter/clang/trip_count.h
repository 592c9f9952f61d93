// SPDX-License-Identifier: Apache-2.0
// How many iterations a loop has, if its bounds are constant. Clang types.
#pragma once

#include "instrumenter/nodes/node.h"

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace tare {

/// The number of iterations by constant bounds, as if control never left the loop early. If the
/// bounds are not constant, or the loop does not count, it is one further loop (Trips::loops).
Trips tripsOf(const clang::Stmt *loop, const clang::ASTContext &context);

} // namespace tare
