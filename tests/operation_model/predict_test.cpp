// SPDX-License-Identifier: Apache-2.0
// From counted programs to predicted points, and what is said of them.
#include "catch.hpp"
#include "tests/operation_model/made_node.h"

using namespace tare;
using namespace tare::testing;

namespace {

ModelledMachine madeMachine() {
  ModelledMachine machine;
  machine.alone = machine.team = madeCosts();
  machine.vectorised = {true, {{"x.c", 1}}};
  return machine;
}

CountedProgram programOf(CountedNode node) {
  CountedProgram program;
  program.units.push_back({"x.c", {}, {std::move(node)}, {}});
  return program;
}

OperationModel modelOf(const CountedProgram &program) {
  OperationModel model;
  model.sources = "x.c";
  model.compiler = "gcc 12";
  model.flags = "-O2";
  model.measured_utc = "2026-01-02T03:04:05Z";
  model.vectorisation_known = true;
  model.points.push_back(predictPoint(program, "", 1, madeMachine()));
  return model;
}

CountedNode oneLoop() {
  CountedNode node = madeFunction();
  addLoop(node, {.iterations = 1000});
  node.loops[1].counts = {loads(1000)};
  return node;
}

bool holds(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a node takes as long as its loops together; the compiler says which have vectors") {
  CountedNode node = oneLoop();
  addLoop(node, {.iterations = 1000});
  node.loops[2].counts = {loads(1000)};
  PredictedPoint point = predictPoint(programOf(node), "", 1, madeMachine());
  REQUIRE(point.nodes.size() == 1);
  REQUIRE(point.nodes[0].loops.size() == 2);
  CHECK(point.nodes[0].time.time_s == Approx(1000 * (1 + 10) * 1e-9));
  CHECK(point.nodes[0].loops[0].line == 2); // the longest first
  CHECK_FALSE(point.nodes[0].loops[0].most.vectorised);
  CHECK(point.nodes[0].loops[1].most.vectorised);
}

TEST_CASE("without the compiler's word, shapes tell which loops have vectors") {
  CountedNode node = oneLoop();
  CHECK(looksVectorisable(node, 1));
  CHECK_FALSE(looksVectorisable(node, 0));
  CountedNode chained = oneLoop();
  addChain(chained, 1, "n", OperationKind::IntegerAdd, 1000);
  CHECK(looksVectorisable(chained, 1));
  addChain(chained, 1, "s", OperationKind::FloatAdd, 1000);
  CHECK_FALSE(looksVectorisable(chained, 1));
  CountedNode nested = oneLoop();
  addLoop(nested, {.parent = 1, .iterations = 10});
  CHECK_FALSE(looksVectorisable(nested, 1));
  CHECK(looksVectorisable(nested, 2));
  CountedNode strided = oneLoop();
  addAccess(strided, 1, {"a", StrideClass::Affine, 1000, 0, {}});
  CHECK_FALSE(looksVectorisable(strided, 1));
}

TEST_CASE("counts between two numbers give a band") {
  CountedNode node = oneLoop();
  node.label = CountLabel::Bounded;
  node.loops[1].counts[0].amount = between(1000, 3000);
  OperationModel model = modelOf(programOf(node));
  const OperationTime &time = model.points[0].nodes[0].time;
  CHECK(time.low_s == Approx(1e-6));
  CHECK(time.high_s == Approx(3e-6));
  CHECK(time.time_s == Approx(2e-6));
  CHECK(holds(operationModelText(model, 100), "f is predicted to take 1.00 us to 3.00 us"));
  CHECK(holds(operationModelText(model, 100), "(counts are a range: data decide)"));
}

TEST_CASE("symbols without a value are named, and the other functions have their times") {
  CountedNode open = oneLoop();
  open.function = "g";
  symbolic::Formula n(symbolic::Polynomial::of(symbolic::symbolNamed("n")));
  open.loops[1].iterations = {n, {}, {}, {}};
  CountedProgram program = programOf(oneLoop());
  program.units[0].nodes.push_back(open);
  OperationModel model = modelOf(program);
  REQUIRE(model.points[0].nodes.size() == 1);
  REQUIRE(model.points[0].without.size() == 1);
  CHECK(model.points[0].without[0].symbols == std::vector<std::string>{"n"});
  CHECK(holds(operationModelText(model, 100), "not predicted: x.c:0 g: no value for n"));
  CHECK(predictPoint(program, "f", 1, madeMachine()).without.empty());
}

TEST_CASE("the answer is the first line; what is not in the time stands below it") {
  CountedNode node = oneLoop();
  node.loops[1].counts.push_back(counted(OperationKind::Call, 5, "other"));
  addAccess(node, 1, {"x", StrideClass::Indirect, 1000, 0, {}});
  std::string text = operationModelText(modelOf(programOf(node)), 100);
  CHECK(text.starts_with("f is predicted to take "));
  CHECK(holds(text, "Not in the time: calls without a known cost: other (5)."));
  CHECK(holds(text, "--bytes x=NUMBER"));
  CHECK(holds(text, "primitives of this machine, gcc 12 -O2, measured 2026-01-02T03:04:05Z"));
}

TEST_CASE("forks and barriers of regions are said not to be in it") {
  CountedNode region = oneLoop();
  region.directive = "parallel for";
  region.executions = times(7);
  CountedProgram program = programOf(oneLoop());
  program.units[0].nodes.push_back(region);
  OperationModel model = modelOf(program);
  CHECK(model.points[0].nodes[0].regions == 7);
  CHECK(holds(operationModelText(model, 100), "fork and the barriers of 7 parallel regions"));
}

TEST_CASE("rescaling multiplies every time, and the text says by how much") {
  OperationModel model = modelOf(programOf(oneLoop()));
  Rescaling by;
  by.parameters = {{"n", "400"}};
  by.measured_s = 3e-3;
  by.predicted_s = 2e-3;
  rescale(model, by);
  CHECK(model.points[0].nodes[0].time.time_s == Approx(1.5e-6));
  CHECK(model.points[0].nodes[0].loops[0].time.time_s == Approx(1.5e-6));
  std::string text = operationModelText(model, 100);
  CHECK(holds(text, "Rescaled"));
  CHECK(holds(text, "1.5"));
  CHECK(holds(operationModelJson(model), "\"factor\": 1.5"));
}

TEST_CASE("a node whose loops were not counted has no time") {
  CountedNode node;
  node.function = "f";
  PredictedPoint point = predictPoint(programOf(node), "", 1, madeMachine());
  CHECK(point.nodes.empty());
  REQUIRE(point.without.size() == 1);
  CHECK(point.without[0].reason == "its loops were not counted");
}
