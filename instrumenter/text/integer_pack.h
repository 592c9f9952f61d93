// SPDX-License-Identifier: Apache-2.0
// g++'s builtin __integer_pack, which libstdc++ uses for std::make_integer_sequence, in a form that
// Clang reads.
#pragma once

#include <string>

namespace tare {

/// Writes Clang's `__make_integer_seq<S,T,N>` for each `S<T, __integer_pack(N)...>`. The number of
/// characters and lines stays the same, and so do all places. Other uses stay as they are: Clang 19
/// has nothing that expands to integers by itself.
void spellIntegerPacksForClang(std::string &text);

} // namespace tare
