// SPDX-License-Identifier: Apache-2.0
// Whether an inner loop keeps compilers from making vectors of the loop around it. Clang types.
#pragma once

#include <cstdint>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace tare {

// clang -O3 unrolls up to 300 instructions. What it moves out of the loop is counted all the same,
// so there may be a third more.
inline constexpr uint64_t most_unrolled = 400;

/// Whether the loop is a loop after optimisation, and one that forbids vectors around it. False of
/// loops with a constant number of trips that are unrolled completely: by any compiler if they are
/// few, by clang (-O3) if trips times operations are few; and of those around which gcc (-O3) makes
/// vectors whatever their trips: straight code that walks along no row of an array, and writes to
/// no element of its own. Calls and directives inside are not looked at.
bool staysLoop(const clang::Stmt *loop, const clang::ASTContext &context, bool by_gcc);

} // namespace tare
