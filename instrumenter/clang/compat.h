// SPDX-License-Identifier: Apache-2.0
// Differences between the LLVM releases that Tare is built with. Written for 19; 18 to 22 are
// tolerated, and which of them are tested docs/reference/distributions.md says.
#pragma once

#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/Version.h"

#if CLANG_VERSION_MAJOR < 18
#error "Tare needs the Clang libraries of LLVM 18 or later; 19 is what it is tested with"
#endif

namespace tare {

#if CLANG_VERSION_MAJOR < 19
using ArraySectionExpr = clang::OMPArraySectionExpr;
#endif

/// The text of a statement such as asm("nop"), as the assembler gets it.
/// `Statement` is clang::GCCAsmStmt: which of its functions there are depends on the release.
template <typename Statement> std::string assemblyText(const Statement *statement) {
  if constexpr (requires { statement->getAsmString()->getString(); })
    return statement->getAsmString()->getString().str();
  else
    return statement->getAsmString();
}

/// A directive as OpenMP 5.2 spells it: LLVM 22 has "target_data", too, for 6.0.
template <typename Directive> std::string directiveName(Directive directive) {
  if constexpr (requires { getOpenMPDirectiveName(directive, 52u); })
    return getOpenMPDirectiveName(directive, 52u).str();
  else
    return getOpenMPDirectiveName(directive).str();
}

/// Does this diagnostic come from the lexer or the parser, not from the meaning of what was parsed?
inline bool isSyntaxDiagnostic(unsigned id) { return id < clang::diag::DIAG_START_AST; }

/// Does Clang complain of a structured binding that an OpenMP region captures? GCC allows that, and
/// Clang's tree is whole all the same. If Clang is the compiler, it reports the error itself.
inline bool isOfCapturedBinding(unsigned id) {
  return id == clang::diag::err_capture_binding_openmp;
}

} // namespace tare
