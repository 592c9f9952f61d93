// SPDX-License-Identifier: Apache-2.0
// Loads and stores: how their address moves with the innermost loop, and what they touch. A
// variable with a name is taken for a register.
#include "base/symbolic/formula_text.h"
#include "instrumenter/counting/address.h"
#include "instrumenter/counting/type_names.h"

namespace tare {

using namespace clang;
using symbolic::Polynomial;
using symbolic::Variable;

std::set<Variable> OperationCounter::countersAround() const {
  std::set<Variable> counters;
  for (const Frame &frame : frames_)
    if (frame.variable)
      counters.insert(*frame.variable);
  return counters;
}

/// What an access touches, as far as its own iteration goes.
TouchedBox OperationCounter::touchedBox(const ElementAddress &address) const {
  TouchedBox box{{}, known_, "", false, address.members};
  if (!address.indirect.empty() && address.rows_of.empty()) {
    box.unknown = address.indirect;
    return box;
  }
  std::vector<ElementAddress::Subscript> subscripts = address.rows;
  subscripts.insert(subscripts.end(), address.subscripts.begin() + ptrdiff_t(address.of_row),
                    address.subscripts.end());
  std::set<Variable> counters = countersAround();
  for (size_t i = 0; i < std::min(address.bound_in, frames_.size()); ++i)
    if (const auto &variable = frames_[i].variable) {
      TouchedDimension iteration;
      iteration.numbers = {Polynomial::of(*variable), Polynomial::of(*variable)};
      box.dimensions.push_back(iteration);
    } else {
      box.unknown = loaded_pointer;
    }
  for (const ElementAddress::Subscript &subscript : subscripts) {
    bool is_known = subscript.index.has_value();
    for (Variable variable : is_known ? subscript.index->variables() : std::vector<Variable>{})
      is_known = is_known && (!context_.varying.count(variable) || counters.count(variable));
    if (is_known) {
      std::vector<TouchedDimension> found = dimensionsOf(*subscript.index, counters, known_);
      if (found.size() == 1 && found[0].unit == 1)
        found[0].extent = subscript.extent;
      box.dimensions.insert(box.dimensions.end(), found.begin(), found.end());
    } else if (subscript.extent) {
      TouchedDimension whole;
      whole.numbers = {0, *subscript.extent - 1};
      box.dimensions.push_back(whole);
    } else {
      box.unknown = loaded_index;
    }
  }
  return box;
}

void OperationCounter::noteAccess(const Expr *place, const ElementAddress &address, Use use,
                                  Tally &tally) {
  QualType type = place->getType();
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
  if (known)
    noteElement(place, address, operation.stride == StrideClass::Invariant, use != Use::Load);
  else
    elements_.erase(place);
  TalliedQuantity quantity;
  quantity.element_bytes = size;
  quantity.operation = operation;
  quantity.array = address.rows_of.empty() ? address.array : address.rows_of;
  tally.touch(quantity, touchedBox(address));
  quantity.is_repeated = noteLoaded(place, address, known, use);
  if (use != Use::Store)
    tally.add(quantity);
  quantity.is_repeated = false;
  quantity.operation.kind = OperationKind::Store;
  if (use != Use::Load)
    tally.add(quantity);
}

/// Whether it is loaded though the iteration has loaded it before.
bool OperationCounter::noteLoaded(const Expr *place, const ElementAddress &address, bool known,
                                  Use use) {
  if (flows_.empty())
    return false;
  LoadedElements &loaded = flows_.back().loaded;
  QualType type = place->getType();
  LoadedElement element = loadedElement(place, context_.ast);
  element.array = address.array;
  element.members = address.members;
  bool is_repeated = false;
  bool stays = known && !address.moves && !type.isVolatileQualified() && !type->isAtomicType();
  if (use != Use::Store && stays) {
    for (const ElementAddress::Subscript &subscript : address.subscripts)
      element.subscripts.push_back(*subscript.index * subscript.bytes);
    is_repeated = !loaded.add(element);
  }
  if (use != Use::Load)
    loaded.store(element);
  return is_repeated;
}

void OperationCounter::forgetLoaded() {
  if (!flows_.empty())
    flows_.back().loaded.forget();
}

LoadedElements OperationCounter::loaded() const {
  return flows_.empty() ? LoadedElements() : flows_.back().loaded;
}

/// Behind something that may have been passed over.
void OperationCounter::keepLoaded(const LoadedElements &before) {
  if (!flows_.empty())
    flows_.back().loaded.keepThoseOf(before);
}

void OperationCounter::countPlace(const Expr *place, Use use, Tally &tally) {
  const Expr *plain = place->IgnoreParens();
  if (auto *choice = dyn_cast<ConditionalOperator>(plain)) {
    countExpression(choice->getCond(), tally);
    Mark since = mark();
    for (const Expr *either : {choice->getTrueExpr(), choice->getFalseExpr()}) {
      Tally part;
      LoadedElements before = loaded();
      countPlace(either, use, part);
      keepLoaded(before);
      makePossible(part, since);
      tally.merge(std::move(part));
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
    noteAccess(plain, address, use, tally);
}

} // namespace tare
