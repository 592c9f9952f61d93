// SPDX-License-Identifier: Apache-2.0
// The clauses and the name of a directive, as they are written. Clang types.
#pragma once

#include "instrumenter/clang/extent.h"

#include <optional>
#include <vector>

namespace tare {

/// In source order, without implicit ones; nothing when one cannot be found in the pragma's text.
std::optional<std::vector<WrittenClause>>
readClauses(const clang::OMPExecutableDirective *directive, Span pragma, std::string_view text,
            const Extent &extent, const clang::ASTContext &context);

/// "parallel for simd": the words between `omp` and the first clause or bracket.
std::string spelledName(Span pragma, const std::vector<WrittenClause> &clauses,
                        std::string_view text);

/// From a variant's first word in a metadirective to the bracket that ends it; empty when it is
/// none.
std::string variantAt(size_t at, Span pragma, std::string_view text);

/// The pragma's text behind `omp` with single blanks.
std::string directiveText(Span pragma, std::string_view text);

/// How many clauses are written behind the name, whatever Clang made of them.
size_t writtenClauses(Span pragma, const std::string &name, std::string_view text);

/// How many loops a directive binds: collapse(n), 1 without; 0 when that cannot be told.
unsigned boundLoops(const clang::OMPExecutableDirective *directive,
                    const clang::ASTContext &context);

/// The kind of region that a cancel or cancellation point binds to; Task for taskgroup.
NodeKind cancelledKind(const clang::OMPExecutableDirective *directive);

} // namespace tare
