// SPDX-License-Identifier: Apache-2.0
// The clauses and the name of a directive, as they are written. Clang types.
#pragma once

#include "instrumenter/clang/extent.h"

#include <optional>
#include <vector>

namespace tare {

/// A directive's clauses in source order, without implicit ones. Nothing: one cannot be found in
/// the pragma's text.
std::optional<std::vector<WrittenClause>>
readClauses(const clang::OMPExecutableDirective *directive, Span pragma, std::string_view text,
            const Extent &extent, const clang::ASTContext &context);

/// "parallel for simd": the words between `omp` and the first clause or bracket.
std::string spelledName(Span pragma, const std::vector<WrittenClause> &clauses,
                        std::string_view text);

/// The text of a metadirective's variant that begins at `at`, up to the bracket that ends it.
/// Empty: no variant begins there.
std::string variantAt(uint32_t at, Span pragma, std::string_view text);

/// The pragma's text behind `omp` with single blanks.
std::string directiveText(Span pragma, std::string_view text);

/// How many clauses are written behind the name. Clang may know fewer.
size_t writtenClauses(Span pragma, const std::string &name, std::string_view text);

/// How many loops a directive binds: collapse(n), or 1. 0: unknown.
unsigned boundLoops(const clang::OMPExecutableDirective *directive,
                    const clang::ASTContext &context);

/// The kind of region that a cancel or cancellation point binds to; Task for taskgroup.
NodeKind cancelledKind(const clang::OMPExecutableDirective *directive);

} // namespace tare
