// SPDX-License-Identifier: Apache-2.0
// The end of a unit's text, where code of ours is appended.
#pragma once

#include <string_view>

namespace tare {

/// Whether the text ends inside a declaration (`static`, `extern "C"`, `[[maybe_unused]]`). What is
/// appended would complete it, and hide the compiler's error. Every declaration of C and C++ ends
/// in `;` or `}`. Costs a look at the last lines, and a pass of a lexer if these leave a doubt.
bool endsInsideDeclaration(std::string_view text);

} // namespace tare
