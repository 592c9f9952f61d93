// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/type_text.h"

#include "clang/AST/QualTypeNames.h"

namespace tare {

using namespace clang;

TypeText::TypeText(ASTContext &context) : context_(context), policy_(context.getLangOpts()) {
  policy_.SuppressUnwrittenScope = true;
  policy_.AnonymousTagLocations = true;
}

std::string TypeText::declaration(QualType type) const {
  std::string text = "@";
  if (context_.getLangOpts().CPlusPlus)
    type = TypeName::getFullyQualifiedType(type, context_, true);
  type.getAsStringInternal(text, policy_);
  return text;
}

bool TypeText::isNamed(const std::string &text) {
  for (const char *sign : {"(lambda", "(unnamed", "(anonymous", "auto "})
    if (text.find(sign) != text.npos)
      return false;
  return true;
}

std::string TypeText::nameAtFileScope(const NamedDecl *declaration) const {
  if (!context_.getLangOpts().CPlusPlus)
    return declaration->getNameAsString();
  std::string text;
  llvm::raw_string_ostream stream(text);
  declaration->getNameForDiagnostic(stream, policy_, true);
  bool is_plain = isa<TranslationUnitDecl>(declaration->getDeclContext()->getRedeclContext()) ||
                  declaration->isInAnonymousNamespace();
  return is_plain ? text : "::" + text;
}

} // namespace tare
