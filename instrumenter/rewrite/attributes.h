// SPDX-License-Identifier: Apache-2.0
// Turns directives that are written as attributes, [[omp::directive(...)]] and
// [[omp::sequence(...)]], into pragmas. All later steps meet only one form.
#pragma once

#include <string>

namespace tare {

/// The text with pragmas in place of such attributes in front of statements and declarations. Every
/// other line keeps its file and number. `compiler` is "clang" or "gcc"; gcc knows such attributes
/// in C++ only.
std::string attributesToPragmas(const std::string &text, const std::string &compiler,
                                bool cplusplus);

} // namespace tare
