// SPDX-License-Identifier: Apache-2.0
// What functions do by their loops: known by hand.
#include "tests/operations/counted.h"

using namespace tare;

namespace {

/// "x.c:3 in 1: one, 1 times, n iterations" for each loop.
std::vector<std::string> loopLines(const CountedNode &node) {
  std::vector<std::string> lines;
  for (const CountedLoop &loop : node.loops)
    lines.push_back(std::to_string(loop.line) + " in " + std::to_string(loop.parent) + ": " +
                    teamName(loop.team) + ", " + rangeText(loop.executions) + ", " +
                    rangeText(loop.iterations));
  return lines;
}

using Lines = std::vector<std::string>;

const CountedLoop &loopAt(const CountedNode &node, int line) {
  for (const CountedLoop &loop : node.loops)
    if (loop.line == line)
      return loop;
  FAIL("no loop in line " << line);
  return node.loops.front();
}

} // namespace

TEST_CASE("loops: how often they are begun, their iterations, and what each does itself") {
  CountedUnit unit = countIn(R"(void f(int n, double *a) {
  a[0] = 1 / a[1];
  for (int k = 0; k < n; k++) {
    a[k] = a[k] * a[k];
    for (int i = k + 1; i < n; i++)
      a[i] += 1;
  }
  while (a[0] > 1)
    a[0] -= 1;
}
)",
                             false);
  const CountedNode &node = nodeIn(unit, "f");
  CHECK(loopLines(node) == Lines{"0 in 0: one, 1, 0", "3 in 0: one, 1, (n if n >= 0)",
                                 "5 in 1: one, (n if n >= 0), (n^2/2 - n/2 if n >= 0)",
                                 "8 in 0: one, 1, trips(/x.c:8)"});
  CHECK(timesOf(node.loops[0].counts, "double divide") == "1");
  CHECK(timesOf(node.loops[1].counts, "double multiply") == "(n if n >= 0)");
  CHECK(timesOf(node.loops[1].counts, "double add") == "0");
  CHECK(timesOf(node.loops[2].counts, "double add") == "(n^2/2 - n/2 if n >= 0)");
  CHECK(timesOf(node.loops[3].counts, "double comparison") == "trips(/x.c:8) + 1");
  CHECK(timesOf(node.loops[3].counts, "double add") == "trips(/x.c:8)");
}

TEST_CASE("loops of functions that are called are loops of the caller") {
  CountedUnit unit = countIn(R"(static double sum(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
void f(int m, double *a) {
  for (int j = 0; j < m; j++) a[j] = sum(j, a);
  a[0] = sum(3, a);
}
)",
                             false);
  CHECK(loopLines(nodeIn(unit, "f")) == Lines{"0 in 0: one, 1, 0", "7 in 0: one, 1, (m if m >= 0)",
                                              "3 in 1: one, (m if m >= 0), (m^2/2 - m/2 if m >= 0)",
                                              "3 in 0: one, 1, 3"});
  CHECK(loopLines(nodeIn(unit, "sum")) ==
        Lines{"0 in 0: one, 1, 0", "3 in 0: one, 1, (n if n >= 0)"});
}

TEST_CASE("a loop that is tried in vain, and then measured, is there once") {
  CountedUnit unit = countIn(R"(void f(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n * n * i / (i + 1) * i; j++)
      for (int k = 0; k < j * i; k += 2) a[k] += 1;
}
)",
                             false);
  const CountedNode &node = nodeIn(unit, "f");
  CHECK(node.label == CountLabel::Measured);
  REQUIRE(node.loops.size() == 4);
  for (int line : {2, 3, 4})
    CHECK(loopAt(node, line).parent == line - 2);
}

TEST_CASE("who executes a loop") {
  CountedUnit unit = countIn(R"(void f(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) a[0] += 1;
#pragma omp for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) a[i] += 1;
#pragma omp single
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < n; i++) a[i] += 1;
    }
#pragma omp simd
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp task
    for (int i = 0; i < n; i++) a[i] += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] += 1;
}
void orphan(int n, double *a) {
  for (int i = 0; i < n; i++) a[0] += 1;
#pragma omp for
  for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp master
  for (int i = 0; i < n; i++) a[i] += 1;
}
)",
                             false);
  const CountedNode &f = nodeIn(unit, "f");
  CHECK(f.loops[0].team == LoopTeam::One);
  std::map<int, LoopTeam> expected = {
      {2, LoopTeam::One},    {5, LoopTeam::Each},  {7, LoopTeam::Dealt}, {8, LoopTeam::Dealt},
      {9, LoopTeam::Dealt},  {11, LoopTeam::One},  {15, LoopTeam::One},  {18, LoopTeam::Each},
      {20, LoopTeam::Dealt}, {23, LoopTeam::Dealt}};
  CHECK(f.loops.size() == expected.size() + 1);
  for (const auto &[line, team] : expected) {
    INFO("line " << line);
    CHECK(loopAt(f, line).team == team);
  }
  // Each thread executes what no worksharing construct holds.
  CHECK(rangeText(loopAt(f, 5).executions) == "threads");
  CHECK(rangeText(loopAt(f, 5).iterations) == "(n*threads if n >= 0)");
  CHECK(rangeText(loopAt(f, 9).executions) == "(n^2 if n >= 0)");
  CHECK(rangeText(loopAt(f, 11).executions) == "1");
  const CountedNode &region = nodeIn(unit, "parallel");
  CHECK(region.loops[0].team == LoopTeam::Each);
  CHECK(region.loops.size() == 9);
  CHECK(nodeIn(unit, "for").loops[0].team == LoopTeam::Dealt);
  const CountedNode &orphan = nodeIn(unit, "orphan");
  CHECK(loopAt(orphan, 26).team == LoopTeam::Each);
  CHECK(rangeText(loopAt(orphan, 26).executions) == "threads");
  CHECK(loopAt(orphan, 28).team == LoopTeam::Dealt);
  CHECK(loopAt(orphan, 30).team == LoopTeam::One);
}

TEST_CASE("a construct's loops are those inside of it, in all of its executions") {
  CountedUnit unit = countIn(R"(void f(int n, double *a) {
  for (int k = 0; k < n; k++)
#pragma omp parallel for
    for (int i = k; i < n; i++)
      for (int j = 0; j < n; j++) a[j] += 1;
}
)",
                             false);
  CHECK(loopLines(nodeIn(unit, "parallel for")) ==
        Lines{"0 in 0: dealt, (n if n >= 0), 0",
              "4 in 0: dealt, (n if n >= 0), (n^2/2 + n/2 if n >= 0)",
              "5 in 1: dealt, (n^2/2 + n/2 if n >= 0), (n^3/2 + n^2/2 if n >= 0)"});
}

TEST_CASE("loops beyond the most that are listed are listed with the loop around them") {
  std::string code = "void f(int n, double *a) {\nfor (int k = 0; k < n; k++) {\n";
  for (int i = 0; i < 520; ++i)
    code += "for (int i = 0; i < n; i++) a[i] += 1;\n";
  CountedUnit unit = countIn(code + "}}", false);
  const CountedNode &node = nodeIn(unit, "f");
  CHECK(node.loops.size() == 501);
  CHECK(node.label == CountLabel::Exact);
  REQUIRE(node.doubts.size() == 1);
  CHECK(node.doubts[0].reason.starts_with("it has more than 500 loops"));
  CHECK(timesOf(node.loops[1].counts, "double add") == "(21*n^2 if n >= 0)");
  CHECK(rangeText(node.loops[1].iterations) == "(n if n >= 0)");
}
