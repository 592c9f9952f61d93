// SPDX-License-Identifier: Apache-2.0
// g++'s __integer_pack, as which libstdc++ gives it std::make_integer_sequence, for Clang to read.
#pragma once

#include <string>

namespace tare {

/// Writes Clang's `__make_integer_seq<S,T,N>` for each `S<T, __integer_pack(N)...>`, in as many
/// characters and lines, so that all places stay what they are. Other uses stay too: Clang 19 has
/// nothing that expands to integers by itself.
void spellIntegerPacksForClang(std::string &text);

} // namespace tare
