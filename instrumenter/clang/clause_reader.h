// SPDX-License-Identifier: Apache-2.0
// One clause: its words, its list and its expression, which the places of Clang's arguments in the
// text separate. Clang types.
#pragma once

#include "instrumenter/clang/extent.h"

namespace clang {
class OMPClause;
} // namespace clang

namespace tare {

/// `span`: from the clause's name to behind its bracket.
WrittenClause readClause(const clang::OMPClause *clause, Span span, std::string_view text,
                         const Extent &extent, const clang::ASTContext &context);

} // namespace tare
