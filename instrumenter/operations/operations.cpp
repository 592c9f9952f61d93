// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/operations/operations.h"

#include <array>

namespace tare {

const char *operationName(OperationKind kind) {
  constexpr std::array names = {"add",
                                "multiply",
                                "multiply-add",
                                "divide",
                                "square root",
                                "call",
                                "integer add",
                                "integer multiply",
                                "integer multiply-add",
                                "integer divide",
                                "integer bit operation",
                                "comparison",
                                "loop step",
                                "load",
                                "store"};
  return names[size_t(kind)];
}

const char *strideName(StrideClass stride) {
  constexpr std::array names = {"", "invariant", "unit stride", "stride", "affine", "indirect"};
  return names[size_t(stride)];
}

const char *labelName(CountLabel label) {
  constexpr std::array names = {"exact", "bounded", "measured"};
  return names[size_t(label)];
}

const char *teamName(LoopTeam team) {
  constexpr std::array names = {"one", "each", "dealt"};
  return names[size_t(team)];
}

const char *symbolKindName(SymbolKind kind) {
  constexpr std::array names = {"parameter", "global", "constant", "macro",    "local",
                                "member",    "size",   "threads",  "measured", "counter"};
  return names[size_t(kind)];
}

std::string shownOperation(const Operation &operation) {
  if (operation.kind == OperationKind::Call)
    return "call of " + operation.detail;
  std::string text = operation.type.empty() ? "" : operation.type + " ";
  text += operationName(operation.kind);
  if (operation.stride == StrideClass::None)
    return text;
  text += std::string(", ") + strideName(operation.stride);
  return operation.detail.empty() ? text : text + " " + operation.detail;
}

} // namespace tare
