// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/loaded.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

constexpr size_t most_elements = 64; // of an array; further ones count as loaded each time

LoadedElement::Object objectOf(const Expr *place) {
  for (const Expr *at = place->IgnoreParens();;) {
    if (auto *subscript = dyn_cast<ArraySubscriptExpr>(at)) {
      const Expr *base = subscript->getBase()->IgnoreParens();
      auto *cast = dyn_cast<ImplicitCastExpr>(base);
      if (!cast)
        return LoadedElement::Pointed;
      at = cast->getSubExpr()->IgnoreParens();
      if (cast->getCastKind() == CK_ArrayToPointerDecay)
        continue;
      bool is_restrict =
          cast->getCastKind() == CK_LValueToRValue && at->getType().isRestrictQualified();
      return is_restrict ? LoadedElement::Restrict : LoadedElement::Pointed;
    }
    if (auto *member = dyn_cast<MemberExpr>(at); member && !member->isArrow()) {
      at = member->getBase()->IgnoreParens();
      continue;
    }
    auto *use = dyn_cast<DeclRefExpr>(at);
    bool is_array = use && isa<VarDecl>(use->getDecl()) && use->getDecl()->getType()->isArrayType();
    return is_array ? LoadedElement::Declared : LoadedElement::Pointed;
  }
}

bool mayChange(const LoadedElement &stored, const LoadedElement &loaded) {
  if (stored.array == loaded.array)
    return true;
  bool are_apart =
      stored.object == LoadedElement::Restrict || loaded.object == LoadedElement::Restrict ||
      (stored.object == LoadedElement::Declared && loaded.object == LoadedElement::Declared);
  bool differ = stored.is_number && loaded.is_number &&
                (stored.is_floating != loaded.is_floating || stored.bits != loaded.bits);
  return !are_apart && !differ;
}

} // namespace

LoadedElement loadedElement(const Expr *place, const ASTContext &context) {
  QualType type = place->getType();
  LoadedElement element;
  element.object = objectOf(place);
  element.is_number = type->isArithmeticType() && !type->isCharType();
  element.is_floating = type->isFloatingType();
  element.bits = context.getTypeSize(type);
  return element;
}

bool LoadedElements::add(const LoadedElement &element) {
  std::vector<LoadedElement> &known = arrays_[element.array];
  if (std::ranges::any_of(known, [&](const auto &each) { return each.isSame(element); }))
    return false;
  if (known.size() < most_elements)
    known.push_back(element);
  return true;
}

void LoadedElements::store(const LoadedElement &element) {
  for (auto &[array, known] : arrays_)
    std::erase_if(known, [&](const LoadedElement &each) { return mayChange(element, each); });
}

void LoadedElements::keepThoseOf(const LoadedElements &other) {
  for (auto &[array, known] : arrays_) {
    auto found = other.arrays_.find(array);
    std::erase_if(known, [&](const LoadedElement &each) {
      return found == other.arrays_.end() ||
             std::ranges::none_of(
                 found->second, [&](const LoadedElement &element) { return element.isSame(each); });
    });
  }
}

} // namespace tare
