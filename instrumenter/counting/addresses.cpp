// SPDX-License-Identifier: Apache-2.0
// Which array an element belongs to, and its subscripts. A subscript is an integer add; each
// further one of the same array is an integer multiply-add.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/address.h"

#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;
using symbolic::Polynomial;

namespace {

/// A container of the library whose elements are found by a subscript.
bool isLibrarySubscript(const CXXOperatorCallExpr *call) {
  const CXXRecordDecl *type = call->getArg(0)->getType()->getAsCXXRecordDecl();
  if (call->getOperator() != OO_Subscript || call->getNumArgs() != 2 || !type ||
      !type->isInStdNamespace() || !type->getIdentifier())
    return false;
  llvm::StringRef name = type->getName();
  return name == "vector" || name == "array" || name == "valarray" || name == "span";
}

/// A conversion of a pointer to another type, or of a number.
const Expr *withoutCasts(const Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    auto *cast = dyn_cast<CastExpr>(expression);
    if (!cast || (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp))
      return expression;
    expression = cast->getSubExpr();
  }
}

} // namespace

std::optional<Polynomial> OperationCounter::sizeOf(QualType type) {
  if (const VariableArrayType *array = context_.ast.getAsVariableArrayType(type)) {
    auto element = sizeOf(array->getElementType());
    auto count = single(valueOf(array->getSizeExpr()));
    return element && count ? std::optional(*element * *count) : std::nullopt;
  }
  if (type->isIncompleteType() || type->isDependentType() || type->isFunctionType())
    return Polynomial(1);
  return Polynomial(context_.ast.getTypeSizeInChars(type).getQuantity());
}

void OperationCounter::resolvePointer(const Expr *pointer, const Expr *index, bool negative,
                                      ElementAddress &address, Tally &tally) {
  pointer = withoutCasts(pointer);
  QualType pointee = pointer->getType()->getPointeeType();
  std::optional<Polynomial> offset = Polynomial(0), bytes;
  bytes = pointee.isNull() ? Polynomial(1) : sizeOf(pointee);
  if (index) {
    countExpression(index, tally);
    offset = single(valueOf(index));
    if (offset && negative)
      offset = -*offset;
  }
  auto append = [&] {
    if (index)
      tally.add({address.subscripts.empty() ? OperationKind::IntegerAdd
                                            : OperationKind::IntegerMultiplyAdd,
                 "", StrideClass::None, ""});
    if (!bytes || !offset)
      address.subscripts.push_back({std::nullopt, 1});
    else
      address.subscripts.push_back({*offset, *bytes});
  };
  address.is_memory = true;
  if (auto *sum = dyn_cast<BinaryOperator>(pointer); sum && sum->isAdditiveOp()) {
    bool right = sum->getRHS()->getType()->isPointerType();
    resolvePointer(right ? sum->getRHS() : sum->getLHS(), right ? sum->getLHS() : sum->getRHS(),
                   sum->getOpcode() == BO_Sub, address, tally);
    address.is_memory = true;
    if (index)
      tally.add({OperationKind::IntegerAdd, "", StrideClass::None, ""});
    auto &last = address.subscripts.back().index;
    last = last && offset ? std::optional(*last + *offset) : std::nullopt;
    return;
  }
  if (auto *cast = dyn_cast<CastExpr>(pointer);
      cast && cast->getCastKind() == CK_ArrayToPointerDecay) {
    resolve(cast->getSubExpr(), address, tally);
    address.is_memory = true;
    append();
    if (auto all = sizeOf(cast->getSubExpr()->getType());
        all && bytes && bytes->isConstant() && bytes->constant().sign() > 0 && index)
      address.subscripts.back().extent = scaled(*all, symbolic::Rational(1) / bytes->constant());
    return;
  }
  auto *unary = dyn_cast<UnaryOperator>(pointer);
  if (unary && unary->getOpcode() == UO_AddrOf) {
    resolve(unary->getSubExpr(), address, tally);
    address.is_memory = true;
    if (address.subscripts.empty())
      return append();
    if (index)
      tally.add({OperationKind::IntegerAdd, "", StrideClass::None, ""});
    auto &last = address.subscripts.back().index;
    last = last && offset ? std::optional(*last + *offset) : std::nullopt;
    return;
  }
  auto *cast = dyn_cast<CastExpr>(pointer);
  bool is_load = cast && cast->getCastKind() == CK_LValueToRValue;
  auto place = is_load ? environment_.placeOf(cast->getSubExpr()) : std::nullopt;
  if (place && place->last) {
    const PointerValue *known =
        place->path.size() == 1 ? environment_.pointer(place->last) : nullptr;
    address.array = known ? known->array->getName().str() : place->name;
    if (known && !known->known)
      address.indirect = loaded_pointer;
    if (known && offset)
      offset = *offset + known->offset;
    if (!known)
      address.bound_in = std::max(address.bound_in, boundIn(*place));
    bool moves = false;
    for (const Decl *each : place->path)
      moves = moves || (!frames_.empty() && each && frames_.back().assigned.count(each));
    if (moves && !known) {
      address.indirect = loaded_pointer;
      address.moves = true;
    }
    if (place->path.size() > 1)
      countPlace(cast->getSubExpr(), Use::Load, tally);
    return append();
  }
  countExpression(pointer, tally); // what loads or computes it
  if (is_load)
    noteRows(cast->getSubExpr(), address);
  address.array = "?";
  if (auto span = context_.extent.tokens(pointer->getBeginLoc(), pointer->getEndLoc()))
    address.array = std::string(span->in(context_.text)).substr(0, 40);
  address.indirect = loaded_pointer;
  address.moves = !isa<CXXThisExpr>(pointer);
  append();
}

/// How many of the loops around give a pointer new values.
size_t OperationCounter::boundIn(const ValuePlace &pointer) const {
  size_t loops = 0;
  for (const Decl *each : pointer.path)
    if (auto bound = bound_in_.find(each); bound != bound_in_.end())
      loops = std::max(loops, bound->second);
  for (size_t i = 0; i < frames_.size(); ++i)
    for (const Decl *each : pointer.path)
      if (each && frames_[i].assigned.count(each))
        loops = std::max(loops, i + 1);
  return std::min(loops, frames_.size());
}

/// Of a pointer that is loaded: the place that it is loaded from.
void OperationCounter::noteRows(const Expr *loaded, ElementAddress &address) {
  if (loaded->HasSideEffects(context_.ast))
    return;
  Mark since = mark();
  Tally ignored;
  ElementAddress place;
  resolve(loaded, place, ignored);
  doubts_.resize(since.doubts);
  bool has_rows = !place.rows_of.empty();
  if (!place.is_memory || (!place.indirect.empty() && !has_rows))
    return;
  address.rows_of = has_rows ? place.rows_of : place.array;
  address.rows = place.rows;
  address.rows.insert(address.rows.end(), place.subscripts.begin() + ptrdiff_t(place.of_row),
                      place.subscripts.end());
  address.members = place.members + "[]";
  address.bound_in = std::max(address.bound_in, place.bound_in);
}

void OperationCounter::resolve(const Expr *element, ElementAddress &address, Tally &tally) {
  element = element->IgnoreParens();
  if (auto *cast = dyn_cast<CastExpr>(element); cast && element->isGLValue())
    return resolve(cast->getSubExpr(), address, tally);
  if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(element))
    return countExpression(temporary->getSubExpr(), tally);
  if (auto *subscript = dyn_cast<ArraySubscriptExpr>(element)) {
    if (!subscript->getBase()->getType()->isPointerType()) // a vector type's element
      return countExpression(subscript->getIdx(), tally);
    return resolvePointer(subscript->getBase(), subscript->getIdx(), false, address, tally);
  }
  if (auto *unary = dyn_cast<UnaryOperator>(element); unary && unary->getOpcode() == UO_Deref)
    return resolvePointer(unary->getSubExpr(), nullptr, false, address, tally);
  if (auto *member = dyn_cast<MemberExpr>(element)) {
    auto place = environment_.placeOf(member);
    bool is_array = place && member->getType()->isArrayType();
    bool by_pointer =
        member->isArrow() && !is_array && !isa<CXXThisExpr>(plainExpr(member->getBase()));
    if (by_pointer || !place) {
      if (by_pointer)
        resolvePointer(member->getBase(), nullptr, false, address, tally);
      else
        resolve(member->getBase(), address, tally);
      address.members += "." + member->getMemberDecl()->getNameAsString();
      return;
    }
    address.array = place->name;
    return;
  }
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(element); call && isLibrarySubscript(call)) {
    resolve(call->getArg(0), address, tally);
    if (address.is_memory) { // a container in a container: its begin is loaded
      if (address.indirect.empty() || !address.rows_of.empty()) {
        address.rows_of = address.rows_of.empty() ? address.array : address.rows_of;
        address.rows.insert(address.rows.end(),
                            address.subscripts.begin() + ptrdiff_t(address.of_row),
                            address.subscripts.end());
        address.of_row = address.subscripts.size();
        address.members += "[]";
      }
      address.indirect = loaded_pointer;
      address.moves = true;
    }
    countExpression(call->getArg(1), tally);
    tally.add({OperationKind::IntegerAdd, "", StrideClass::None, ""});
    address.subscripts.push_back({single(valueOf(call->getArg(1))), *sizeOf(element->getType())});
    address.is_memory = true;
    return;
  }
  if (auto *use = dyn_cast<DeclRefExpr>(element)) {
    auto place = environment_.placeOf(use);
    address.array = place ? place->name : use->getDecl()->getNameAsString();
    if (auto bound = bound_in_.find(use->getDecl()->getCanonicalDecl());
        !place && bound != bound_in_.end())
      address.bound_in = std::max(address.bound_in, bound->second);
    return;
  }
  countExpression(element, tally);
  address.array = "?";
  address.is_memory = isa<CallExpr>(element);
  address.indirect = loaded_pointer;
  address.moves = true;
}

std::optional<PointerValue> OperationCounter::pointerValue(const Expr *pointer) {
  Tally ignored;
  Mark since = mark();
  Environment before = environment_;
  ElementAddress address;
  const ValueDecl *array = nullptr;
  const Expr *plain = withoutCasts(pointer);
  if (plain->HasSideEffects(context_.ast) || !plain->getType()->isPointerType())
    return std::nullopt;
  // The array that the address begins with.
  for (const Expr *at = plain; at && !array;) {
    at = withoutCasts(at);
    if (auto *cast = dyn_cast<CastExpr>(at))
      at = cast->getSubExpr();
    else if (auto *subscript = dyn_cast<ArraySubscriptExpr>(at))
      at = subscript->getBase();
    else if (auto *unary = dyn_cast<UnaryOperator>(at); unary && unary->getOpcode() == UO_AddrOf)
      at = unary->getSubExpr();
    else if (auto *sum = dyn_cast<BinaryOperator>(at); sum && sum->isAdditiveOp())
      at = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    else if (auto *use = dyn_cast<DeclRefExpr>(at))
      array = use->getDecl();
    else
      return std::nullopt;
  }
  if (array)
    if (const PointerValue *known = environment_.pointer(array))
      array = known->array;
  resolvePointer(plain, nullptr, false, address, ignored);
  environment_ = before;
  doubts_.resize(since.doubts);
  if (!array || !address.indirect.empty() || address.subscripts.empty())
    return std::nullopt;
  auto size = sizeOf(plain->getType()->getPointeeType());
  PointerValue value{array, 0, true};
  for (const ElementAddress::Subscript &subscript : address.subscripts) {
    if (!subscript.index || !size || !size->isConstant() || !subscript.bytes.isConstant())
      return PointerValue{array, 0, false};
    value.offset = value.offset + *subscript.index * scaled(subscript.bytes, symbolic::Rational(1) /
                                                                                 size->constant());
  }
  return value;
}

void OperationCounter::assignPointer(const Expr *target, const Expr *value) {
  if (!target->getType()->isPointerType())
    return;
  forgetLoaded();
  auto place = environment_.placeOf(target);
  if (!place || !place->last || place->path.size() != 1)
    return;
  std::optional<PointerValue> to = pointerValue(value);
  environment_.forget({place->last->getCanonicalDecl()}, context_.place(value), depth());
  environment_.bindPointer(place->last, to);
  bound_in_[place->last->getCanonicalDecl()] = depth();
}

} // namespace tare
