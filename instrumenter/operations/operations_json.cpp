// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/operations/operations_json.h"

#include "base/json/fields.h"
#include "base/symbolic/formula_text.h"

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
  std::string text = formula.isZero() && !required ? "" : formulaText(formula);
  if (required)
    io.required(key, text);
  else
    io.optional(key, text);
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
  io.schema("tare.operations/1");
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
