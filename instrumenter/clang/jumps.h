// SPDX-License-Identifier: Apache-2.0
// How control enters and leaves a statement other than at its ends. Clang types.
#pragma once

namespace clang {
class Stmt;
}

namespace tare {

struct Jumps {
  /// Why no scope may stand around the statement: control may enter past its begin, or never return
  /// ("a label in it"). Null: neither happens.
  const char *entry = nullptr;
  /// How control leaves the statement before its end ("a return in it"). Null: it does not.
  const char *exit = nullptr;
};

Jumps jumpsOf(const clang::Stmt *statement);

/// Whether an exception from a call may leave a statement. A declaration without noexcept may
/// throw.
bool mayThrow(const clang::Stmt *statement);

/// Why a loop of region code cannot be bracketed by a plain pair of probes, or null.
const char *jumpInside(const clang::Stmt *loop);

} // namespace tare
