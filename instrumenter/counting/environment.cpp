// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/environment.h"

#include "instrumenter/clang/loop_header.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace tare {

using namespace clang;
using symbolic::Cases;
using symbolic::Polynomial;

std::optional<ValuePlace> Environment::placeOf(const Expr *expression) const {
  const Expr *plain = plainExpr(expression);
  if (auto *use = dyn_cast_or_null<DeclRefExpr>(plain)) {
    const Decl *canonical = use->getDecl()->getCanonicalDecl();
    if (auto found = references_.find(canonical); found != references_.end())
      return found->second;
    auto *variable = dyn_cast<VarDecl>(canonical);
    if (!variable || !variable->getIdentifier() || variable->getType()->isReferenceType())
      return std::nullopt;
    return ValuePlace{{canonical}, variable->getName().str(), variable, variable->getType()};
  }
  if (isa_and_nonnull<CXXThisExpr>(plain))
    return this_;
  auto *member = dyn_cast_or_null<MemberExpr>(plain);
  auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || !field->getIdentifier())
    return std::nullopt;
  std::optional<ValuePlace> place = placeOf(member->getBase());
  if (!place)
    return std::nullopt;
  bool is_object = place->name.ends_with("*"); // of `this`, bound to an object
  if (is_object)
    place->name.pop_back();
  place->path.push_back(field->getCanonicalDecl());
  place->name += (member->isArrow() && !is_object ? "->" : ".") + field->getName().str();
  place->last = field;
  place->type = field->getType();
  return place;
}

std::optional<ValuePlace> Environment::sizeOf(const Expr *container) const {
  std::optional<ValuePlace> place = placeOf(container);
  const CXXRecordDecl *type = container->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!place || !place->last || !type || !type->isInStdNamespace())
    return std::nullopt;
  place->path.push_back(type->getCanonicalDecl());
  place->name += ".size()";
  place->type = context_->ast.getSizeType();
  return place;
}

namespace {

std::string identityOf(const ValuePlace &place) {
  std::string identity = "value";
  for (const Decl *decl : place.path)
    identity += " " + std::to_string(uintptr_t(decl));
  return identity;
}

SymbolKind kindOf(const ValuePlace &place) {
  if (isa_and_nonnull<CXXRecordDecl>(place.path.back()))
    return SymbolKind::Size;
  if (place.path.size() > 1)
    return SymbolKind::Member;
  auto *variable = dyn_cast_or_null<VarDecl>(place.last);
  if (isa_and_nonnull<ParmVarDecl>(variable))
    return SymbolKind::Parameter;
  return variable && variable->hasGlobalStorage() ? SymbolKind::Global : SymbolKind::Local;
}

bool isUnsigned(const ValuePlace &place) { return place.type->isUnsignedIntegerType(); }

/// The value of a constant that has a name.
std::optional<int64_t> constantValue(const ValueDecl *declaration, const ASTContext &context) {
  auto *variable = dyn_cast_or_null<VarDecl>(declaration);
  if (!variable || !variable->getType().isConstQualified() || !variable->getAnyInitializer() ||
      variable->getAnyInitializer()->isValueDependent())
    return std::nullopt;
  Expr::EvalResult result;
  if (!variable->getAnyInitializer()->EvaluateAsInt(result, context) ||
      !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

} // namespace

/// The value that something has when the function begins.
Polynomial Environment::first(const ValuePlace &place) const {
  CountedSymbol symbol{place.name, kindOf(place), context_->place(place.last->getLocation()), {},
                       "",         false};
  if (auto value =
          place.path.size() == 1 ? constantValue(place.last, context_->ast) : std::nullopt) {
    symbol.kind = SymbolKind::Constant;
    symbol.value = *value;
  }
  std::string identity = identityOf(place);
  // Parameters of different functions may share a name, and then share the symbol.
  if (symbol.kind == SymbolKind::Parameter)
    identity = "parameter " + place.name;
  if (symbol.kind == SymbolKind::Parameter)
    symbol.place.clear();
  Polynomial value = Polynomial::of(context_->symbols.symbol(identity, symbol));
  if (isUnsigned(place))
    context_->symbols.addFact(value);
  return value;
}

Polynomial Environment::fresh(const ValuePlace &place, const Forgotten &forgotten) const {
  if (forgotten.depth > 0) {
    symbolic::Variable variable = symbolic::newVariable(place.name);
    context_->varying[variable] = forgotten.depth;
    return Polynomial::of(variable);
  }
  SymbolKind kind = kindOf(place) == SymbolKind::Parameter ? SymbolKind::Local : kindOf(place);
  CountedSymbol symbol{place.name, kind, forgotten.where, {}, "its value after " + forgotten.where,
                       false};
  Polynomial value = Polynomial::of(
      context_->symbols.symbol(identityOf(place) + " after " + forgotten.where, symbol));
  if (isUnsigned(place))
    context_->symbols.addFact(value);
  return value;
}

std::optional<Cases> Environment::read(const ValuePlace &place) {
  if (!place.last || !place.type->isIntegralOrEnumerationType() || place.type.isVolatileQualified())
    return std::nullopt;
  for (const Decl *each : place.path)
    if (escaped_.count(each))
      return std::nullopt;
  auto known = values_.find(place.path);
  if (known != values_.end())
    return known->second;
  const Forgotten *latest = nullptr;
  for (const Decl *each : place.path)
    if (auto found = forgotten_.find(each); found != forgotten_.end())
      if (!latest || found->second.depth > latest->depth)
        latest = &found->second;
  auto *variable = dyn_cast<VarDecl>(place.last);
  if (!latest && variable && variable->isLocalVarDecl() && !variable->hasGlobalStorage() &&
      place.path.size() == 1 && !constantValue(variable, context_->ast))
    return std::nullopt; // it was never given a value
  return values_[place.path] = symbolic::casesOf(latest ? fresh(place, *latest) : first(place));
}

void Environment::forget(const AssignedSet &assigned, const std::string &where, size_t depth) {
  std::erase_if(values_, [&](const auto &entry) {
    for (const Decl *each : entry.first)
      if (each && assigned.count(each))
        return true;
    return false;
  });
  for (const Decl *each : assigned) {
    forgotten_[each] = {where, depth};
    if (auto found = pointers_.find(each); found != pointers_.end())
      found->second = std::nullopt;
  }
}

void Environment::write(const ValuePlace &place, const std::optional<Cases> &value,
                        const std::string &where, size_t depth) {
  forget({place.last->getCanonicalDecl()}, where, depth);
  if (value && place.type->isIntegralOrEnumerationType())
    values_[place.path] = *value;
}

void Environment::join(const Environment &other, const Cases *condition, const std::string &where,
                       size_t depth) {
  AssignedSet changed;
  std::map<std::vector<const Decl *>, Cases> chosen;
  const symbolic::Conditions &facts = context_->symbols.facts();
  for (const auto &[path, value] : values_) {
    auto there = other.values_.find(path);
    if (there != other.values_.end() && there->second == value)
      continue;
    auto either = there != other.values_.end() && condition
                      ? symbolic::CaseArithmetic(facts).choice(*condition, value, there->second)
                      : std::nullopt;
    if (either)
      chosen[path] = *either;
    changed.insert(path.back());
  }
  for (const auto &[path, value] : other.values_)
    if (!values_.count(path))
      changed.insert(path.back());
  for (const auto &[decl, forgotten] : other.forgotten_) {
    auto here = forgotten_.find(decl);
    bool same = here != forgotten_.end() && here->second == forgotten;
    if (!same && !values_.count({decl}))
      changed.insert(decl);
  }
  for (const auto &[decl, forgotten] : forgotten_)
    if (!other.forgotten_.count(decl) && !values_.count({decl}))
      changed.insert(decl);
  for (const auto &[decl, pointer] : other.pointers_) {
    auto here = pointers_.find(decl);
    bool same = here != pointers_.end() && here->second.has_value() == pointer.has_value() &&
                (!pointer || (here->second->array == pointer->array &&
                              here->second->offset == pointer->offset));
    if (!same)
      changed.insert(decl);
  }
  forget(changed, where, depth);
  for (auto &[path, value] : chosen)
    values_[path] = std::move(value);
}

void Environment::bindReference(const VarDecl *reference, std::optional<ValuePlace> to) {
  references_[reference->getCanonicalDecl()] = std::move(to);
}

void Environment::bindPointer(const Decl *pointer, const std::optional<PointerValue> &to) {
  pointers_[pointer->getCanonicalDecl()] = to;
}

const PointerValue *Environment::pointer(const Decl *pointer) const {
  auto found = pointers_.find(pointer->getCanonicalDecl());
  return found != pointers_.end() && found->second ? &*found->second : nullptr;
}

void Environment::setThis(std::optional<ValuePlace> object) {
  this_ = std::move(object);
  if (this_)
    this_->name += "*";
}

} // namespace tare
