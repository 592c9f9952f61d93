// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/operations/operations_json.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "base/symbolic/formula_text.h"

#include <algorithm>

namespace tare {

namespace {

using json::Fields;
using symbolic::Formula;

constexpr json::Number any_number{-1e300, 1e300, nullptr};
constexpr json::Whole any_whole{INT64_MIN, INT64_MAX};

/// The enumerator with a name.
template <class Enum>
void enumField(Fields &io, std::string_view key, Enum &value, const char *(*nameOf)(Enum),
               Enum last) {
  std::string name = nameOf(value);
  io.required(key, name);
  for (int i = 0; i <= int(last); ++i)
    if (name == nameOf(Enum(i))) {
      value = Enum(i);
      return;
    }
  io.check(false, "is no name that is known here", key);
}

void formulaField(Fields &io, std::string_view key, Formula &formula, bool required) {
  std::string text = formula.isZero() && !required ? "" : formulaText(formula), known = text;
  if (required)
    io.required(key, text);
  else
    io.optional(key, text);
  if (text == known) // it is written, or is 0
    return;
  Result<Formula> read = text.empty() ? Formula() : symbolic::readFormula(text);
  io.check(read.ok(), read.ok() ? "" : "is no formula: " + read.error().message, key);
  if (read.ok())
    formula = read.value();
}

void rangeFields(Fields &io, CountRange &range) {
  formulaField(io, "certain", range.certain, true);
  formulaField(io, "possible", range.possible, false);
  io.optional("least", range.least, any_number);
  io.optional("most", range.most, any_number);
}

void countFields(Fields &io, OperationCount &count) {
  Operation &operation = count.operation;
  enumField(io, "operation", operation.kind, operationName, OperationKind::Store);
  io.optional("type", operation.type);
  if (operation.kind == OperationKind::Load || operation.kind == OperationKind::Store)
    enumField(io, "stride", operation.stride, strideName, StrideClass::Indirect);
  io.optional("detail", operation.detail);
  io.required("times", count.amount, rangeFields);
}

void footprintFields(Fields &io, ArrayFootprint &footprint) {
  io.required("array", footprint.array);
  io.required("type", footprint.type);
  io.required("known", footprint.known);
  formulaField(io, "bytes", footprint.bytes, false);
  io.optional("value", footprint.value, any_number);
  io.optional("reason", footprint.reason);
}

void touchedFields(Fields &io, TouchedBytes &touched) {
  io.required("loop", touched.loop, json::Whole{0, INT32_MAX});
  io.required("known", touched.known);
  formulaField(io, "bytes", touched.bytes, false);
  io.optional("value", touched.value, any_number);
  io.optional("reason", touched.reason);
}

void accessFields(Fields &io, LoopAccess &access) {
  io.required("array", access.array);
  io.required("type", access.type);
  io.required("element_bytes", access.element_bytes, json::Whole{0, INT64_MAX});
  enumField(io, "stride", access.stride, strideName, StrideClass::Indirect);
  io.optional("detail", access.detail);
  io.required("loads", access.loads, rangeFields);
  io.required("stores", access.stores, rangeFields);
  io.required("touched", access.touched, touchedFields);
}

void chainFields(Fields &io, LoopChain &chain) {
  io.required("carrier", chain.carrier);
  io.optional("in_memory", chain.in_memory);
  io.required("counts", chain.counts, countFields);
}

void loopFields(Fields &io, CountedLoop &loop) {
  io.optional("parent", loop.parent, json::Whole{0, INT32_MAX});
  io.optional("file", loop.file);
  io.optional("line", loop.line);
  enumField(io, "team", loop.team, teamName, LoopTeam::Dealt);
  io.required("executions", loop.executions, rangeFields);
  io.required("iterations", loop.iterations, rangeFields);
  io.required("counts", loop.counts, countFields);
  io.optional("accesses", loop.accesses, accessFields);
  io.optional("chains", loop.chains, chainFields);
}

/// A loop stands behind its parent, and the first is the node itself.
void checkLoops(Fields &io, const std::vector<CountedLoop> &loops) {
  for (size_t i = 0; i < loops.size(); ++i) {
    io.check(size_t(loops[i].parent) < std::max(i, size_t(1)),
             "has a loop in front of the one that it is in", "loops");
    for (const LoopAccess &access : loops[i].accesses)
      for (const TouchedBytes &touched : access.touched)
        io.check(size_t(touched.loop) <= i, "has bytes of a loop that does not stand before it",
                 "loops");
  }
}

void doubtFields(Fields &io, CountDoubt &doubt) {
  io.required("place", doubt.place);
  io.required("reason", doubt.reason);
  enumField(io, "makes", doubt.makes, labelName, CountLabel::Measured);
}

void countedNodeFields(Fields &io, CountedNode &node) {
  io.required("function", node.function);
  io.optional("directive", node.directive);
  io.required("file", node.file);
  io.required("line", node.line);
  io.optional("id", node.id);
  enumField(io, "label", node.label, labelName, CountLabel::Measured);
  io.required("executions", node.executions, rangeFields);
  io.required("has_loop", node.has_loop);
  io.required("iterations", node.iterations, rangeFields);
  io.required("counts", node.counts, countFields);
  io.required("footprints", node.footprints, footprintFields);
  io.required("loops", node.loops, loopFields);
  checkLoops(io, node.loops);
  io.required("doubts", node.doubts, doubtFields);
}

void symbolFields(Fields &io, CountedSymbol &symbol) {
  io.required("name", symbol.name);
  io.check(symbolic::isSymbolName(symbol.name), "is no name of a symbol", "name");
  enumField(io, "kind", symbol.kind, symbolKindName, SymbolKind::Measured);
  io.optional("place", symbol.place);
  io.optional("value", symbol.value, any_whole);
  io.optional("fixed", symbol.fixed);
  io.optional("meaning", symbol.meaning);
}

void unitFields(Fields &io, CountedUnit &unit) {
  io.required("unit", unit.unit);
  io.required("symbols", unit.symbols, symbolFields);
  io.required("nodes", unit.nodes, countedNodeFields);
  io.optional("problems", unit.problems, doubtFields);
}

void programFields(Fields &io, CountedProgram &program) {
  io.schema(formats::operations);
  io.optional("parameters", program.parameters);
  io.required("units", program.units, unitFields);
}

} // namespace

std::string writeOperations(const CountedProgram &program) {
  return json::write(program, programFields, 1);
}

Result<CountedProgram> readOperations(std::string_view text) {
  return json::read(text, programFields);
}

} // namespace tare
