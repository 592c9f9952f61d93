// SPDX-License-Identifier: Apache-2.0
// Directives that are written as attributes, [[omp::directive(...)]] and [[omp::sequence(...)]],
// turned into pragmas, so that all that follows meets one form only.
#pragma once

#include <string>

namespace tare {

/// The text with pragmas in place of such attributes in front of statements and declarations. Every
/// other line keeps its file and number. `compiler` is "clang" or "gcc": the latter knows them in
/// C++ only.
std::string attributesToPragmas(const std::string &text, const std::string &compiler,
                                bool cplusplus);

} // namespace tare
