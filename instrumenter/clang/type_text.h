// SPDX-License-Identifier: Apache-2.0
// What types and functions are called at file scope, in the language of the unit.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/PrettyPrinter.h"

#include <string>

namespace tare {

class TypeText {
public:
  explicit TypeText(clang::ASTContext &context);

  /// A declaration of `@` with this type: "double (*@)[4]".
  std::string declaration(clang::QualType type) const;

  /// "::ns::kernel<double>"; what a namespace without a name holds is found without it.
  std::string nameAtFileScope(const clang::NamedDecl *declaration) const;

  /// Types without a name (of lambdas, of unnamed structs) cannot stand in a declaration of ours.
  static bool isNamed(const std::string &text);

private:
  clang::ASTContext &context_;
  clang::PrintingPolicy policy_;
};

} // namespace tare
