// SPDX-License-Identifier: Apache-2.0
// Pragmas that were meant for OpenMP, and that every compiler ignores: `#pragma X omp parallel`,
// `#pragma OMP parallel`, `#pragma ompparallel`, `#pragma $omp parallel`.
#pragma once

#include <string>
#include <string_view>

namespace tare {

/// Why compilers ignore the pragma whose line, from '#' on, looks so. Empty: it is a directive of
/// OpenMP, or means something else.
std::string whyIgnored(std::string_view line);

/// What stands behind `#pragma` in a line, with single blanks.
std::string wordsOfPragma(std::string_view line);

} // namespace tare
