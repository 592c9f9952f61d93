// SPDX-License-Identifier: Apache-2.0
// Loads and stores: which array, and how the address moves with the innermost loop. A variable with
// a name is taken for a register. A subscript is an integer add; each further one of the same array
// is an integer multiply-add.
#include "base/symbolic/formula_text.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/type_names.h"

#include "clang/AST/DeclCXX.h"

namespace tare {

using namespace clang;
using symbolic::Polynomial;

/// An element's place: an array, and what is added to its begin.
struct OperationCounter::ElementAddress {
  struct Subscript {
    std::optional<Polynomial> index; // nothing: it is loaded, or computed as nobody can tell
    Polynomial bytes;                // of one step of it
  };
  std::string array;
  std::vector<Subscript> subscripts;
  bool is_memory = false; // and no variable with a name
  std::string indirect;   // why the address is not known; empty: it is
  bool moves = false;     // in each iteration of the innermost loop, as nobody can tell
};

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

constexpr const char *loaded_pointer = "a pointer to it is loaded, or moves";
constexpr const char *loaded_index = "its subscript is loaded, or is not linear in the loops";

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
    return append();
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
  address.array = "?";
  if (auto span = context_.extent.tokens(pointer->getBeginLoc(), pointer->getEndLoc()))
    address.array = std::string(span->in(context_.text)).substr(0, 40);
  address.indirect = loaded_pointer;
  address.moves = !isa<CXXThisExpr>(pointer);
  append();
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
    if (member->isArrow() && !is_array && !isa<CXXThisExpr>(plainExpr(member->getBase())))
      return resolvePointer(member->getBase(), nullptr, false, address, tally);
    if (!place)
      return resolve(member->getBase(), address, tally);
    address.array = place->name;
    return;
  }
  if (auto *call = dyn_cast<CXXOperatorCallExpr>(element); call && isLibrarySubscript(call)) {
    resolve(call->getArg(0), address, tally);
    if (address.is_memory) { // a container in a container: its begin is loaded
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
    return;
  }
  countExpression(element, tally);
  address.array = "?";
  address.is_memory = isa<CallExpr>(element);
  address.indirect = loaded_pointer;
  address.moves = true;
}

void OperationCounter::noteAccess(const ElementAddress &address, QualType type, Use use,
                                  Tally &tally) {
  Operation operation{OperationKind::Load, typeName(type), StrideClass::Invariant, ""};
  Polynomial offset;
  bool known = address.indirect.empty();
  ArrayAccess access{address.array, operation.type, 1, {}, address.indirect, known_};
  for (const ElementAddress::Subscript &subscript : address.subscripts) {
    known = known && subscript.index;
    if (!known)
      break;
    offset = offset + *subscript.index * subscript.bytes;
    access.boxes.push_back({*subscript.index, *subscript.index});
    if (&subscript == &address.subscripts.back() && subscript.bytes.isConstant())
      access.element_bytes = int64_t(subscript.bytes.constant().numerator());
  }
  size_t innermost = depth();
  auto movesHere = [&](const Polynomial &polynomial) {
    for (Variable variable : polynomial.variables()) {
      auto found = context_.varying.find(variable);
      bool own = frames_.back().variable && *frames_.back().variable == variable;
      if (found != context_.varying.end() && found->second >= innermost && !own)
        return true;
    }
    return false;
  };
  int64_t size = int64_t(context_.ast.getTypeSizeInChars(type).getQuantity());
  if (address.moves || (!known && address.indirect.empty())) {
    operation.stride = StrideClass::Indirect;
  } else if (!frames_.empty() && known) {
    const Frame &frame = frames_.back();
    Polynomial moved;
    if (frame.variable)
      moved = substituted(offset, *frame.variable, Polynomial::of(*frame.variable) + frame.step) -
              offset;
    bool linear = !frame.variable || !moved.dependsOn(*frame.variable);
    if (movesHere(offset) || !linear)
      operation.stride = StrideClass::Indirect;
    else if (moved.isZero())
      operation.stride = StrideClass::Invariant;
    else if (!moved.isConstant()) {
      operation.stride = StrideClass::Affine;
      operation.detail = symbolic::formulaText(
          scaled(moved, symbolic::Rational::fraction(1, std::max<int64_t>(size, 1))));
    } else {
      symbolic::Rational elements =
          moved.constant() / symbolic::Rational(std::max<int64_t>(size, 1));
      if (elements.sign() < 0)
        elements = -elements;
      operation.stride =
          elements == symbolic::Rational(1) ? StrideClass::Unit : StrideClass::Constant;
      if (operation.stride == StrideClass::Constant)
        operation.detail = elements.text();
    }
  }
  for (const SubscriptBox &box : access.boxes)
    for (Variable variable : box.low.variables())
      if (context_.varying.count(variable) && known) {
        bool is_counter = false; // then the loop's end says what it was
        for (const Frame &frame : frames_)
          is_counter = is_counter || frame.variable == variable;
        if (!is_counter)
          known = false;
      }
  if (!known && access.unknown.empty())
    access.unknown = loaded_index;
  if (!access.unknown.empty()) {
    access.boxes.clear();
    access.known.clear();
  }
  if (access.boxes.empty() && access.unknown.empty())
    access.element_bytes = size;
  tally.add(access);
  TalliedQuantity quantity{0, TalliedQuantity::Operations, size, operation, address.array};
  if (use != Use::Store)
    tally.add(quantity);
  quantity.operation.kind = OperationKind::Store;
  if (use != Use::Load)
    tally.add(quantity);
}

void OperationCounter::countPlace(const Expr *place, Use use, Tally &tally) {
  const Expr *plain = place->IgnoreParens();
  if (auto *choice = dyn_cast<ConditionalOperator>(plain)) {
    countExpression(choice->getCond(), tally);
    Mark since = mark();
    for (const Expr *either : {choice->getTrueExpr(), choice->getFalseExpr()}) {
      Tally part;
      countPlace(either, use, part);
      makePossible(part, since);
      tally.merge(part);
    }
    return;
  }
  if (auto *binary = dyn_cast<BinaryOperator>(plain)) { // (a, b) = ...; (a = b) = ...
    countBinary(binary, tally);
    return;
  }
  if (auto *unary = dyn_cast<UnaryOperator>(plain); unary && unary->isIncrementDecrementOp())
    return countUnary(unary, tally);
  ElementAddress address;
  resolve(plain, address, tally);
  if (address.is_memory && use != Use::Address && !plain->getType()->isFunctionType())
    noteAccess(address, plain->getType(), use, tally);
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
  auto place = environment_.placeOf(target);
  if (!place || !place->last || place->path.size() != 1)
    return;
  std::optional<PointerValue> to = pointerValue(value);
  environment_.forget({place->last->getCanonicalDecl()}, context_.place(value), depth());
  environment_.bindPointer(place->last, to);
}

} // namespace tare
