// SPDX-License-Identifier: Apache-2.0
// Operations as JSON: read as they are written; what is wrong is refused with its place.
#include "catch.hpp"

#include "base/symbolic/formula_text.h"
#include "instrumenter/operations/evaluation.h"

using namespace tare;

namespace {

CountedProgram sample() {
  CountedUnit unit;
  unit.unit = "x.c";
  unit.symbols = {{"n", SymbolKind::Parameter, "", {}, "", false},
                  {"N", SymbolKind::Macro, "", 100, "", true}};
  CountedNode node;
  node.function = "f";
  node.file = "x.c";
  node.line = 3;
  node.executions.certain = 1;
  Operation load{OperationKind::Load, "double", StrideClass::Constant, "4"};
  CountRange amount;
  amount.certain = symbolic::readFormula("(n^2/2 + n/2 if n >= 0)").value();
  amount.possible = symbolic::readFormula("N*n").value();
  node.counts = {{load, amount}};
  CountedLoop loop;
  loop.file = "x.c";
  loop.line = 4;
  loop.team = LoopTeam::Dealt;
  loop.executions.certain = 1;
  loop.iterations.certain = symbolic::readFormula("n").value();
  loop.counts = node.counts;
  symbolic::Formula bytes = symbolic::readFormula("8*n").value();
  loop.accesses = {{"a",
                    "double",
                    8,
                    StrideClass::Constant,
                    "4",
                    amount,
                    {},
                    {{1, true, bytes, {}, ""}, {0, false, {}, {}, "it is loaded"}}}};
  loop.chains = {{"c[i]", true, node.counts}};
  node.loops = {CountedLoop(), loop};
  node.label = CountLabel::Bounded;
  node.doubts = {{"x.c:4", "the condition depends on data", CountLabel::Bounded}};
  unit.nodes = {node};
  return {{}, {unit}};
}

} // namespace

TEST_CASE("operations are read as they were written") {
  std::string text = writeOperations(sample());
  auto read = readOperations(text);
  REQUIRE(read.ok());
  CHECK(writeOperations(read.value()) == text);
}

TEST_CASE("values are those of the parameters, or of the source") {
  CountedProgram program = sample();
  program.parameters = {{"n", "4"}};
  REQUIRE(evaluate(program).ok());
  const CountRange &range = program.units[0].nodes[0].counts[0].amount;
  CHECK(range.least == 10);
  CHECK(range.most == 410);
  const CountedLoop &loop = program.units[0].nodes[0].loops[1];
  CHECK(loop.iterations.least == 4);
  CHECK(loop.counts[0].amount.most == 410);
  CHECK(loop.chains[0].counts[0].amount.least == 10);
  CHECK(loop.accesses[0].loads.most == 410);
  CHECK(loop.accesses[0].touched[0].value == 32);
  CHECK_FALSE(loop.accesses[0].touched[1].value);
  CHECK(missingValues(program).empty());
  CHECK(missingValues(sample()) == std::vector<std::string>{"n"});
  program.parameters = {{"k", "4"}};
  CHECK(evaluate(program).error().message == "no count depends on k");
  program.parameters = {{"N", "99"}};
  CHECK(evaluate(program).error().message ==
        "N is 100 in the source, and is a step or a divisor there");
  CHECK(parameterNumber("7/3")->text() == "7/3");
  CHECK_FALSE(parameterNumber("n"));
  CHECK_FALSE(parameterNumber(""));
}

TEST_CASE("what is no such file is refused") {
  std::string text = writeOperations(sample());
  auto why = [&](const std::string &old, const std::string &instead) {
    std::string changed = text;
    changed.replace(changed.find(old), old.size(), instead);
    auto read = readOperations(changed);
    return read.ok() ? std::string() : read.error().text();
  };
  CHECK(why("N*n", "N*").find("is no formula: a number or a name is missing") != std::string::npos);
  CHECK(why("\"bounded\"", "\"sure\"").find("is no name that is known here") != std::string::npos);
  CHECK(why("tare.operations/1", "tare.operations/9") != "");
  CHECK(why("\"dealt\"", "\"dealt out\"").find("is no name that is known here") !=
        std::string::npos);
  CHECK(why("\"line\": 4", "\"line\": 4, \"parent\": 1").find("has a loop in front of the one") !=
        std::string::npos);
  CHECK(why("\"loop\": 1", "\"loop\": 2").find("bytes of a loop that does not stand before it") !=
        std::string::npos);
  CHECK(why("\"name\": \"n\"", "\"name\": \"n n\"").find("is no name of a symbol") !=
        std::string::npos);
}
