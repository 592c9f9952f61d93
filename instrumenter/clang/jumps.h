// SPDX-License-Identifier: Apache-2.0
// How control enters and leaves a statement other than at its ends. Clang types.
#pragma once

#include "instrumenter/clang/remembered.h"

#include <array>
#include <cstddef>

namespace tare {

struct Jumps {
  /// Why no scope may stand around the statement: control may enter past its begin, or never return
  /// ("a label in it"). Null: neither happens.
  const char *entry = nullptr;
  /// How control leaves the statement before its end ("a return in it"). Null: it does not.
  const char *exit = nullptr;
};

/// Looks at each statement once, however many of the statements around it are asked for.
class JumpFinder {
public:
  Jumps of(const clang::Stmt *statement);

  /// Whether an exception from a call may leave a statement. A declaration without noexcept may
  /// throw.
  bool mayThrow(const clang::Stmt *statement);

  /// Why a loop of region code cannot be bracketed by a plain pair of probes, or null.
  const char *inside(const clang::Stmt *loop);

private:
  /// The first jumps in a statement, by what there is between it and the statement that is asked
  /// for. A switch owns case labels and a break, a loop owns a break and a continue.
  struct Found {
    std::array<const char *, 2> entry = {}; // nothing; a switch
    std::array<const char *, 3> exit = {};  // nothing; a switch, but no loop; a loop
  };

  Found find(const clang::Stmt *statement);
  Found look(const clang::Stmt *statement);
  void add(const clang::Stmt *part, bool of_switch, bool of_loop, Found &found);

  Remembered<Found> found_;
  Remembered<bool> throwing_;
};

} // namespace tare
