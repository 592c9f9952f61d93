// SPDX-License-Identifier: Apache-2.0
// Which bytes come from where: the layer conditions of matrix products and of a stencil, by hand.
#include "catch.hpp"
#include "tests/operation_model/made_node.h"

using namespace tare;
using namespace tare::testing;

namespace {

/// Three loops over n of a matrix product, each in the one before; returns the innermost.
int productLoops(CountedNode &node, double n, LoopTeam team = LoopTeam::One) {
  int i = addLoop(node, {.parent = 0, .executions = 1, .iterations = n, .team = team});
  int middle = addLoop(node, {.parent = i, .executions = n, .iterations = n * n, .team = team});
  return addLoop(node,
                 {.parent = middle, .executions = n * n, .iterations = n * n * n, .team = team});
}

} // namespace

/// for i, k, j: c[i][j] += a[i][k] * b[k][j]
TEST_CASE("product in the order ikj: a row of c stays, b comes again for each row") {
  const double n = 100, matrix = 8 * n * n, row = 8 * n;
  CountedNode node = madeFunction();
  int j = productLoops(node, n);
  double all = n * n * n;
  addAccess(node, j, {"c", StrideClass::Unit, all, all, {8 * all, n * row, matrix, matrix}});
  addAccess(node, j, {"b", StrideClass::Unit, all, 0, {8 * all, n * matrix, matrix, matrix}});
  addAccess(node, j, {"a", StrideClass::Invariant, all, 0, {8 * n * n, 8 * n * n, matrix, matrix}});
  LoopTime time = timeOf(node, j);
  // A row of c is touched again by the next k, after it and a row of b, and an element of a.
  MemoryPart c = memoryOf(time, "c", 2);
  CHECK(c.bytes == Approx(8 * all - n * row));
  CHECK(c.distance == Approx(row + row + 8));
  // b is touched again by the next i: after all of b, and the rows of a and c.
  MemoryPart b = memoryOf(time, "b", 1);
  CHECK(b.bytes == Approx(n * matrix - matrix));
  CHECK(b.distance == Approx(matrix + row + row));
  CHECK(memoryOf(time, "b", 2).bytes == 0); // no row of it comes again before
  MemoryPart again = memoryOf(time, "b", 0);
  CHECK(again.bytes == Approx(matrix));
  CHECK(again.distance == Approx(3 * matrix));
}

/// for i, j, k: s += a[i][k] * b[k][j]
TEST_CASE("product in the order ijk: lines of a column serve eight columns") {
  const double n = 100, matrix = 8 * n * n, row = 8 * n;
  CountedNode node = madeFunction();
  int k = productLoops(node, n);
  double all = n * n * n;
  addAccess(node, k, {"a", StrideClass::Unit, all, 0, {8 * all, n * row, matrix, matrix}});
  addAccess(node, k,
            {"b", StrideClass::Affine, all, 0, {8 * all, n * matrix, matrix, matrix}, "n"});
  LoopTime time = timeOf(node, k, false);
  MemoryPart column = memoryOf(time, "b", 2); // by the next j
  CHECK(column.bytes == Approx(64 * all - n * matrix));
  CHECK(column.distance == Approx(row + 64 * n)); // the lines of a column, and a row of a
  MemoryPart whole = memoryOf(time, "b", 1);      // by the next i
  CHECK(whole.bytes == Approx(n * matrix - matrix));
  CHECK(whole.distance == Approx(matrix + row));
  MemoryPart row_again = memoryOf(time, "a", 2);
  CHECK(row_again.bytes == Approx(8 * all - n * row));
}

/// for i, j: b[i][j] = (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]) / 4
TEST_CASE("five-point stencil: two of three rows come again with the next row") {
  const double n = 1000, row = 8 * n, matrix = n * row;
  CountedNode node = madeFunction();
  int i = addLoop(node, {.iterations = n});
  int j = addLoop(node, {.parent = i, .executions = n, .iterations = n * n});
  addAccess(node, j, {"a", StrideClass::Unit, 4 * n * n, 0, {n * 3 * row, matrix, matrix}});
  addAccess(node, j, {"b", StrideClass::Unit, 0, n * n, {n * row, matrix, matrix}});
  LoopTime time = timeOf(node, j);
  MemoryPart rows = memoryOf(time, "a", 1);
  CHECK(rows.bytes == Approx(2 * matrix));
  CHECK(rows.distance == Approx(4 * row)); // the layer condition: three rows of a, one of b
  CHECK(memoryOf(time, "b", 1).bytes == 0);
  CHECK(memoryOf(time, "a", 0).bytes == Approx(matrix));
  CHECK(memoryOf(time, "a", 0).distance == Approx(2 * matrix));
  // Four rows of 8000 bytes lie between the two levels, and both arrays beyond.
  OperationCosts costs = madeCosts();
  double near = 2 * matrix * costs.levelFor(4 * row).read;
  CHECK(time.memory_s == Approx((near + matrix * 1 + matrix * 2) * 1e-9));
}

/// for k, i > k, j > k: a[i][j] -= f * a[k][j]: one group of accesses, whose box holds all rows
/// between.
TEST_CASE("two rows of one array: no more bytes than accesses, no more written than stored") {
  const double n = 100, pairs = n * (n - 1) / 2, all = n * (n - 1) * (2 * n - 1) / 6,
               matrix = 8 * n * n, below = 8 * all;
  CountedNode node = madeFunction();
  int k = addLoop(node, {.iterations = n});
  int i = addLoop(node, {.parent = k, .executions = n, .iterations = pairs});
  int j = addLoop(node, {.parent = i, .executions = pairs, .iterations = all});
  addAccess(node, j, {"a", StrideClass::Unit, 2 * all, all, {40 * below, below, matrix, matrix}});
  LoopTime time = timeOf(node, j);
  CHECK(memoryOf(time, "a", 2).bytes == Approx(2 * below - below)); // row k, by the next i
  CHECK(memoryOf(time, "a", 1).bytes == Approx(below - matrix));    // all below k, by the next k
  OperationCosts costs = madeCosts();
  double row = costs.levelFor(2 * below / pairs).read, rows = costs.levelFor(below / n).updated,
         whole = costs.levelFor(matrix).updated;
  CHECK(time.memory_s == Approx((below * row + (below - matrix) * rows + matrix * whole) * 1e-9));
}

TEST_CASE("a construct that is executed often: the next execution touches its bytes again") {
  CountedNode node = madeFunction();
  node.directive = "parallel for";
  node.loops[0].executions = times(100);
  int loop = addLoop(node, {.executions = 100, .iterations = 1e5});
  addAccess(node, loop, {"a", StrideClass::Unit, 1e5, 0, {8e5, 8e5}});
  addAccess(node, loop, {"x", StrideClass::Indirect, 1e5, 0, {8e5, 8e5}});
  LoopTime time = timeOf(node, loop);
  CHECK(memoryOf(time, "a", 0).bytes == Approx(8e5));
  CHECK(memoryOf(time, "a", 0).distance == Approx(16e3)); // of one execution
  CHECK(memoryOf(time, "x", 0).distance == Approx(8e3));
}

TEST_CASE("a constant stride takes its part of each line, a long one whole lines") {
  for (auto [stride, bytes] :
       {std::pair("4", 32.0), std::pair("8", 64.0), std::pair("100", 64.0)}) {
    CountedNode node = madeFunction();
    int loop = addLoop(node, {.iterations = 1e6});
    addAccess(node, loop, {"a", StrideClass::Constant, 1e6, 0, {8e6, 8e6}, stride});
    LoopTime time = timeOf(node, loop);
    CHECK(memoryOf(time, "a", 0).bytes == Approx(bytes * 1e6));
    double each = std::string(stride) == "100" ? 128 / 64.0 : 1; // lines far apart, or a stream
    CHECK(time.memory_s == Approx(bytes * 1e6 * each * 1e-9));
  }
}

TEST_CASE("threads: the slowest has most iterations, and reads all that others read as well") {
  const double n = 101, matrix = 8 * n * n, row = 8 * n;
  CountedNode node = madeFunction();
  int j = productLoops(node, n, LoopTeam::Dealt);
  double all = n * n * n, part = 51 / n; // of 101 rows
  node.loops[size_t(j)].counts = {loads(2 * all)};
  addAccess(node, j, {"c", StrideClass::Unit, all, all, {8 * all, n * row, matrix, matrix}});
  addAccess(node, j, {"b", StrideClass::Unit, all, 0, {8 * all, n * matrix, matrix, matrix}});
  SharedNode shared = sharedNode(node, 2, CountEnd::Most, {});
  CHECK(shared.loops[3].iterations == Approx(all * part));
  CHECK(shared.loops[2].executions == Approx(n * part));
  CHECK(shared.loops[1].executions == 1); // each thread begins the loop that is dealt
  CHECK(shared.bytesOfArray("b") == Approx(matrix));
  CHECK(shared.bytesOfArray("c") == Approx(matrix * part));
  CHECK(timeOf(node, j, true, 2).throughput_s == Approx(2 * all * part * 1e-9));
}

TEST_CASE("threads: what each of them does is counted for all") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.executions = 2, .iterations = 2000, .team = LoopTeam::Each});
  SharedNode shared = sharedNode(node, 2, CountEnd::Most, {});
  CHECK(shared.loops[size_t(loop)].iterations == 1000);
  CHECK(shared.loops[size_t(loop)].executions == 1);
}
