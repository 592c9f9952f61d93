// SPDX-License-Identifier: Apache-2.0
// Chains: the walk follows what floating and whole-number variables get their values from, in one
// iteration of the innermost loop. A variable that gets its value from its own old one has a chain.
#include "instrumenter/counting/chains.h"

#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/address.h"
#include "instrumenter/counting/parts.h"
#include "instrumenter/counting/type_names.h"

#include <algorithm>

namespace tare {

using namespace clang;
using symbolic::Polynomial;

Carrier CarrierBook::variable(const std::vector<const Decl *> &path, const std::string &text) {
  auto [found, is_new] = variables_.try_emplace(path, Carrier(entries_.size()));
  if (is_new)
    entries_.push_back({path, "", {}, text, false});
  return found->second;
}

Carrier CarrierBook::element(const std::string &array, const std::vector<Polynomial> &subscripts,
                             const std::string &text) {
  std::vector<Carrier> &known = elements_[array];
  for (Carrier each : known)
    if (entries_[size_t(each)].subscripts == subscripts)
      return each;
  known.push_back(Carrier(entries_.size()));
  entries_.push_back({{}, array, subscripts, text, true});
  return known.back();
}

void joinPaths(ValuePaths &into, const ValuePaths &other) {
  for (const auto &[carrier, path] : other) {
    auto [here, is_new] = into.try_emplace(carrier, path);
    ValuePath &known = here->second;
    size_t length = path.steps.size() + path.operations.size();
    if (!is_new && length > known.steps.size() + known.operations.size())
      known = path;
  }
}

void unitePaths(ValuePaths &into, const ValuePaths &other) {
  for (const auto &[carrier, path] : other) {
    ValuePath &known = into[carrier];
    known.steps.insert(path.steps.begin(), path.steps.end());
  }
}

namespace {

constexpr size_t longest_text = 40; // of an element

void addOperation(ValuePaths &paths, const Operation &operation) {
  for (auto &[carrier, path] : paths)
    path.operations.push_back(operation);
}

/// Names of arrays to whose elements code stores.
void collectStored(const Stmt *statement, std::set<std::string> &into) {
  if (!statement)
    return;
  const Expr *target = nullptr;
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    target = binary->getLHS();
  if (auto *unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  while (target) {
    target = plainExpr(target);
    if (auto *subscript = dyn_cast_or_null<ArraySubscriptExpr>(target))
      target = subscript->getBase();
    else if (auto *unary = dyn_cast_or_null<UnaryOperator>(target))
      target = unary->getSubExpr();
    else if (auto *call = dyn_cast_or_null<CXXOperatorCallExpr>(target))
      target = call->getArg(0);
    else if (auto *member = dyn_cast_or_null<MemberExpr>(target))
      target = member->getBase();
    else if (auto *sum = dyn_cast_or_null<BinaryOperator>(target))
      target = sum->getLHS();
    else
      break;
  }
  if (auto *use = dyn_cast_or_null<DeclRefExpr>(target))
    into.insert(use->getDecl()->getNameAsString());
  forEachPart(statement, [&](const Stmt *part) { collectStored(part, into); });
}

/// A chain goes through numbers.
bool isFollowed(QualType type) {
  type = type.getNonReferenceType();
  return type->isArithmeticType() || type->isVectorType() || type->isEnumeralType();
}

} // namespace

std::optional<Carrier> OperationCounter::carrierOf(const Expr *expression) {
  const Expr *plain = expression->IgnoreParens();
  while (auto *cast = dyn_cast<CastExpr>(plain)) {
    if (!cast->isGLValue())
      break;
    plain = cast->getSubExpr()->IgnoreParens();
  }
  if (auto element = elements_.find(plain); element != elements_.end())
    return element->second.now;
  if (!isFollowed(plain->getType()))
    return std::nullopt;
  auto place = environment_.placeOf(plain);
  if (!place || !place->last)
    return std::nullopt;
  return carriers_.variable(place->path, place->name);
}

/// Where an element's address stays, or its array is stored to in the loop, its value may come from
/// the iteration before: x[i - 1] is what was stored as x[i].
void OperationCounter::noteElement(const Expr *place, const ElementAddress &address, bool stays,
                                   bool is_stored) {
  elements_.erase(place);
  if (flows_.empty())
    return;
  bool is_new = flows_.back().own_arrays.count(address.array) > 0 ||
                address.bound_in >= frames_.size(); // another one in each iteration
  const std::set<std::string> *stored = flows_.back().stored;
  if (is_new)
    return;
  if (!stays && (!stored || !stored->count(address.array)))
    return;
  const Frame &frame = frames_.back();
  std::vector<Polynomial> now, before;
  for (const ElementAddress::Subscript &subscript : address.subscripts) {
    now.push_back(*subscript.index);
    before.push_back(*subscript.index);
    if (frame.variable)
      before.back() = substituted(*subscript.index, *frame.variable,
                                  Polynomial::of(*frame.variable) + frame.step);
  }
  auto span = context_.extent.tokens(place->getBeginLoc(), place->getEndLoc());
  std::string text = span ? std::string(span->in(context_.text)) : address.array;
  if (text.size() > longest_text)
    text = text.substr(0, longest_text) + "...";
  std::string name = address.array + address.members;
  elements_[place] = {carriers_.element(name, now, text), carriers_.element(name, before, text)};
  if (is_stored)
    carriers_.rename(elements_[place].now, text);
}

/// Of what a carrier holds now.
ValuePaths OperationCounter::pathsOf(Carrier carrier, const IterationFlow &flow) const {
  if (auto found = flow.values.find(carrier); found != flow.values.end())
    return found->second;
  const CarrierBook::Entry &entry = carriers_.at(carrier);
  bool changes = entry.in_memory;
  for (const Decl *each : entry.path)
    changes = changes || (each && frames_.back().assigned.count(each));
  if (!changes || flow.own.count(carrier))
    return {};
  return {{carrier, {}}};
}

ValuePaths OperationCounter::pathsOfArithmetic(const BinaryOperator *binary,
                                               BinaryOperatorKind code, QualType type,
                                               const Expr *left, const Expr *right) {
  ValuePaths paths;
  Arithmetic arithmetic = arithmeticOf(binary, code, type, left, right);
  for (const Expr *operand : {left, right}) {
    ValuePaths part = pathsOf(operand);
    for (auto &[carrier, path] : part)
      if (operand == arithmetic.product && !path.operations.empty())
        path.operations.pop_back(); // it is part of the sum's operation
    addOperation(part, arithmetic.operation);
    joinPaths(paths, part);
  }
  return paths;
}

ValuePaths OperationCounter::pathsOf(const Expr *expression) {
  if (!expression || flows_.empty())
    return {};
  const Expr *plain = expression->IgnoreParens();
  if (auto *cast = dyn_cast<CastExpr>(plain))
    return pathsOf(cast->getSubExpr());
  if (auto *binary = dyn_cast<BinaryOperator>(plain)) {
    if (binary->isAssignmentOp()) {
      auto target = carrierOf(binary->getLHS());
      return target ? pathsOf(*target, flows_.back()) : ValuePaths();
    }
    if (binary->getOpcode() == BO_Comma)
      return pathsOf(binary->getRHS());
    if (!binary->isLogicalOp() && !binary->isPtrMemOp() && !binary->getType()->isPointerType() &&
        !binary->getLHS()->getType()->isPointerType())
      return pathsOfArithmetic(binary, binary->getOpcode(), binary->getType(), binary->getLHS(),
                               binary->getRHS());
  }
  if (auto called = call_paths_.find(plain); called != call_paths_.end())
    return called->second;
  ValuePaths paths;
  if (auto element = elements_.find(plain); element != elements_.end()) {
    auto [now, before] = element->second;
    if (flows_.back().values.count(now) || now == before)
      return pathsOf(now, flows_.back());
    return {{before, {}}};
  }
  if (isa<DeclRefExpr, MemberExpr>(plain))
    if (auto carrier = carrierOf(plain))
      return pathsOf(*carrier, flows_.back());
  if (isa<DeclRefExpr>(plain))
    return {};
  if (auto *unary = dyn_cast<UnaryOperator>(plain); unary && unary->isIncrementDecrementOp()) {
    auto target = carrierOf(unary->getSubExpr());
    return target ? pathsOf(*target, flows_.back()) : ValuePaths();
  }
  for (const Stmt *child : plain->children())
    if (auto *part = dyn_cast_or_null<Expr>(child))
      joinPaths(paths, pathsOf(part));
  if (auto *subscript = dyn_cast<ArraySubscriptExpr>(plain))
    addOperation(paths,
                 {OperationKind::Load, typeName(subscript->getType()), StrideClass::Indirect, ""});
  return paths;
}

/// The operations become steps: they are counted, and are a chain's if it turns out that there is
/// one.
ValuePaths OperationCounter::stepsOf(ValuePaths paths, Tally &tally) {
  for (auto &[from, path] : paths) {
    if (path.operations.empty())
      continue;
    int step = next_step_++;
    path.steps.insert(step);
    for (const Operation &operation : path.operations) {
      TalliedQuantity quantity;
      quantity.kind = TalliedQuantity::Step;
      quantity.within = step;
      quantity.operation = operation;
      tally.add(quantity);
    }
    path.operations.clear();
  }
  return paths;
}

void OperationCounter::setPaths(std::optional<Carrier> carrier, ValuePaths paths, Tally &tally) {
  if (!flows_.empty() && carrier)
    flows_.back().values[*carrier] = stepsOf(std::move(paths), tally);
}

/// `operand++`
void OperationCounter::setStep(const Expr *operand, const Operation &operation, Tally &tally) {
  if (flows_.empty())
    return;
  ValuePaths paths = pathsOf(operand);
  addOperation(paths, operation);
  setPaths(carrierOf(operand), std::move(paths), tally);
}

/// What a called function's parameter is given.
void OperationCounter::passInFlow(const ParmVarDecl *parameter, const Expr *argument,
                                  Tally &tally) {
  if (flows_.empty() || !isFollowed(parameter->getType()) ||
      parameter->getType()->isReferenceType())
    return;
  Carrier carrier = carriers_.variable({parameter->getCanonicalDecl()}, parameter->getName().str());
  setPaths(carrier, pathsOf(argument), tally);
}

/// The result of a function that is not gone through: from all that it is given.
void OperationCounter::noteCall(const Stmt *call, llvm::ArrayRef<const Expr *> arguments,
                                const Operation &operation) {
  if (flows_.empty())
    return;
  ValuePaths paths;
  for (const Expr *argument : arguments)
    joinPaths(paths, pathsOf(argument));
  addOperation(paths, operation);
  call_paths_[call] = std::move(paths);
}

void OperationCounter::declareInFlow(const VarDecl *variable, Tally &tally) {
  if (flows_.empty() || !variable->getIdentifier())
    return;
  if (variable->getType()->isArrayType())
    flows_.back().own_arrays.insert(variable->getName().str());
  if (!isFollowed(variable->getType()))
    return;
  Carrier carrier = carriers_.variable({variable->getCanonicalDecl()}, variable->getName().str());
  flows_.back().own.insert(carrier);
  setPaths(carrier, pathsOf(variable->getInit()), tally);
}

/// Behind a branch: what was assigned in one of its ways depends on its condition, too.
void OperationCounter::joinFlows(const IterationFlow &before, const IterationFlow &other,
                                 const ValuePaths &condition, Tally &tally) {
  if (flows_.empty())
    return;
  const IterationFlow here = flows_.back();
  std::set<Carrier> changed;
  for (const IterationFlow *flow : {&here, &other})
    for (const auto &[carrier, paths] : flow->values)
      if (auto known = before.values.find(carrier);
          known == before.values.end() || known->second != paths)
        changed.insert(carrier);
  flows_.back().loaded.keepThoseOf(other.loaded);
  flows_.back().own.insert(other.own.begin(), other.own.end());
  flows_.back().own_arrays.insert(other.own_arrays.begin(), other.own_arrays.end());
  for (Carrier carrier : changed) {
    ValuePaths joined = condition;
    for (const IterationFlow *flow : {&here, &other})
      unitePaths(joined, pathsOf(carrier, *flow));
    setPaths(carrier, std::move(joined), tally);
  }
}

void OperationCounter::beginFlow(const Stmt *body, const ValueDecl *counter) {
  forgetLoaded(); // of the loop around
  flows_.emplace_back();
  auto [stored, is_new] = stored_.try_emplace(body);
  if (is_new)
    collectStored(body, stored->second);
  flows_.back().stored = &stored->second;
  continued_.emplace_back();
  if (counter)
    flows_.back().own.insert(
        carriers_.variable({counter->getCanonicalDecl()}, counter->getNameAsString()));
}

/// At the end of a loop's body. What it assigned is, for the loop around it, a value that it took
/// no operations of its own to get.
void OperationCounter::endFlow(Tally &inside) {
  for (const IterationFlow::Values &values : continued_.back()) {
    std::vector<std::pair<Carrier, ValuePaths>> here;
    for (const auto &[carrier, paths] : values) {
      here.emplace_back(carrier, pathsOf(carrier, flows_.back()));
      unitePaths(here.back().second, paths);
    }
    for (auto &[carrier, paths] : here)
      flows_.back().values[carrier] = std::move(paths);
  }
  continued_.pop_back();
  IterationFlow flow = std::move(flows_.back());
  flows_.pop_back();
  std::map<int, std::vector<Tally::ChainOf>> steps;
  for (const auto &[carrier, paths] : flow.values) {
    auto own = paths.find(carrier);
    if (own == paths.end() || flow.own.count(carrier))
      continue;
    const CarrierBook::Entry &entry = carriers_.at(carrier);
    for (int step : own->second.steps)
      steps[step].push_back({carrier, entry.text, entry.in_memory});
  }
  inside.settleSteps(steps);
  forgetLoaded();
  if (flows_.empty() || frames_.size() < 2)
    return;
  Frame innermost = std::move(frames_.back()); // paths are those of the loop around
  frames_.pop_back();
  std::map<Carrier, ValuePaths> outer;
  for (const auto &[carrier, paths] : flow.values) {
    if (flow.own.count(carrier))
      continue;
    ValuePaths joined = pathsOf(carrier, flows_.back());
    for (const auto &[from, path] : paths)
      unitePaths(joined, pathsOf(from, flows_.back()));
    outer[carrier] = std::move(joined);
  }
  for (auto &[carrier, paths] : outer)
    flows_.back().values[carrier] = std::move(paths);
  frames_.push_back(std::move(innermost));
}

} // namespace tare
