// SPDX-License-Identifier: Apache-2.0
// Loops of the user's that wait for another thread's write. Clang types.
#pragma once

namespace clang {
class Stmt;
}

namespace tare {

/// True for a loop that does nothing but look again: every turn flushes, reads atomically or reads
/// what is volatile, and nothing is computed.
bool isSpinLoop(const clang::Stmt *loop);

} // namespace tare
