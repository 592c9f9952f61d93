// SPDX-License-Identifier: Apache-2.0
// Loops of the user's that wait for another thread's write. Clang types.
#pragma once

namespace clang {
class Stmt;
}

namespace tare {

/// Whether a loop only looks again. Every turn flushes, or reads atomic or volatile memory, and
/// computes nothing.
bool isSpinLoop(const clang::Stmt *loop);

} // namespace tare
