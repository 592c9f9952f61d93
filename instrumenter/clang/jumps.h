// SPDX-License-Identifier: Apache-2.0
// How control enters and leaves a statement other than at its ends. Clang types.
#pragma once

namespace clang {
class Stmt;
}

namespace tare {

struct Jumps {
  /// Why no scope may be put around it: control may come in past its begin, or stay away. Or null.
  const char *entry = nullptr;
  /// Where control leaves it before its end: "a return in it". Or null.
  const char *exit = nullptr;
};

Jumps jumpsOf(const clang::Stmt *statement);

/// Whether an exception of what it calls may leave it, as far as declarations tell.
bool mayThrow(const clang::Stmt *statement);

/// Why a loop of region code cannot be bracketed by a plain pair of probes, or null.
const char *jumpInside(const clang::Stmt *loop);

} // namespace tare
