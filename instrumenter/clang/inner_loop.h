// SPDX-License-Identifier: Apache-2.0
// Whether an inner loop keeps compilers from vectorising the loop around it. Clang types.
#pragma once

#include <cstdint>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace tare {

// clang -O3 unrolls up to 300 instructions. Here instructions that it moves out of the loop count,
// too, so the limit is a third higher.
inline constexpr uint64_t most_unrolled = 400;

/// Whether the loop is still a loop after optimisation, and forbids vectors around it. False for
/// loops with a constant number of trips
/// - that are unrolled completely: by any compiler if the trips are few, by clang (-O3) if trips
///   times operations are few;
/// - around which gcc (-O3) makes vectors for any number of trips: straight code that walks along
/// no
///   row of an array and writes to no element of its own.
/// Calls and directives inside are ignored.
bool staysLoop(const clang::Stmt *loop, const clang::ASTContext &context, bool by_gcc);

} // namespace tare
