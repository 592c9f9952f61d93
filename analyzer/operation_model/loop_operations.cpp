// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/loop_operations.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tare {
namespace {

/// Calls that are one instruction.
constexpr std::array<std::string_view, 8> cheap_calls = {"fabs", "fabsf", "abs",   "fmin",
                                                         "fmax", "fminf", "fmaxf", "labs"};

/// Of a double, in a vector.
double widthOf(const std::string &type, bool is_vectorised) {
  bool is_narrow = type == "float" || type == "int" || type == "unsigned int";
  return is_vectorised && is_narrow ? 0.5 : 1;
}

bool isInRegister(StrideClass stride) {
  return stride == StrideClass::None || stride == StrideClass::Invariant;
}

class BodyOperations {
public:
  BodyOperations(const SharedLoop &loop, CountEnd end, bool is_vectorised)
      : loop_(loop), end_(end), is_vectorised_(is_vectorised) {}

  LoopOperations count() {
    for (const OperationCount &each : loop_.loop->counts)
      add(each.operation, valueOf(each.amount, end_) * loop_.part);
    double once = 0; // what an iteration loads twice is loaded once
    for (const SharedAccess &access : loop_.accesses) {
      const LoopAccess &each = *access.access;
      if (!isInRegister(each.stride))
        once += access.loads * widthOf(each.type, is_vectorised_);
      if (each.stride == StrideClass::Indirect)
        counted_.indirect_updates += std::min(access.loads, access.stores);
    }
    if (once > 0)
      counted_.all.loads = std::min(counted_.all.loads, once);
    // Between floating-point numbers whole numbers are subscripts, and addresses hold these.
    const OperationMix &all = counted_.all;
    bool is_floating = all.flops + all.multiply_adds + counted_.divides + counted_.roots > 0;
    counted_.integers = others_;
    if (!is_floating)
      counted_.integers +=
          std::max(0.0, adds_ - accesses_) + std::max(0.0, multiplies_ - accesses_);
    for (const LoopChain &chain : loop_.loop->chains)
      addChain(chain);
    return counted_;
  }

private:
  void add(const Operation &operation, double times) {
    double width = widthOf(operation.type, is_vectorised_);
    switch (operation.kind) {
    case OperationKind::FloatAdd:
    case OperationKind::FloatMultiply:
      counted_.all.flops += times * width;
      break;
    case OperationKind::FloatMultiplyAdd:
      counted_.all.multiply_adds += times * width;
      break;
    case OperationKind::FloatDivide:
      counted_.divides += times * width;
      break;
    case OperationKind::Sqrt:
      counted_.roots += times * width;
      break;
    case OperationKind::IntegerDivide:
      counted_.integer_divides += times;
      break;
    case OperationKind::Call:
      addCall(operation.detail, times);
      break;
    case OperationKind::IntegerAdd:
      adds_ += times;
      break;
    case OperationKind::IntegerMultiply:
    case OperationKind::IntegerMultiplyAdd:
      multiplies_ += times;
      break;
    case OperationKind::IntegerOther:
    case OperationKind::Compare:
      others_ += times;
      break;
    case OperationKind::LoopStep:
      break; // each primitive has one as well
    case OperationKind::Load:
      accesses_ += times;
      counted_.all.loads += isInRegister(operation.stride) ? 0 : times * width;
      break;
    case OperationKind::Store:
      accesses_ += times;
      counted_.all.stores += isInRegister(operation.stride) ? 0 : times * width;
      break;
    }
  }

  void addCall(const std::string &name, double times) {
    bool is_cheap = std::ranges::find(cheap_calls, name) != cheap_calls.end();
    if (is_cheap)
      counted_.all.flops += times;
    else
      counted_.calls[name] += times;
  }

  void addChain(const LoopChain &chain) {
    ChainOperations added;
    added.carrier = chain.carrier;
    added.in_memory = chain.in_memory;
    for (const OperationCount &each : chain.counts) {
      double times = valueOf(each.amount, end_) * loop_.part;
      switch (each.operation.kind) {
      case OperationKind::FloatAdd:
        added.adds += times;
        break;
      case OperationKind::FloatMultiply:
        added.multiplies += times;
        break;
      case OperationKind::FloatMultiplyAdd:
        added.multiply_adds += times;
        break;
      case OperationKind::Compare:
        added.compares += times;
        break;
      default:
        added.integers += times;
      }
    }
    counted_.chains.push_back(std::move(added));
  }

  const SharedLoop &loop_;
  CountEnd end_;
  bool is_vectorised_;
  LoopOperations counted_;
  double adds_ = 0, multiplies_ = 0, others_ = 0, accesses_ = 0;
};

} // namespace

LoopOperations operationsOf(const SharedLoop &loop, CountEnd end, bool is_vectorised) {
  return BodyOperations(loop, end, is_vectorised).count();
}

} // namespace tare
