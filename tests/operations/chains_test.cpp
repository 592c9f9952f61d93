// SPDX-License-Identifier: Apache-2.0
// Values that each iteration needs from the one before: known by hand.
#include "tests/operations/counted.h"

using namespace tare;

namespace {

/// "sum: double multiply-add (n if n >= 0)" for each chain of the loop in a line of `f`.
std::vector<std::string> chainsOf(const CountedNode &node, int line) {
  std::vector<std::string> chains;
  for (const CountedLoop &loop : node.loops)
    for (const LoopChain &chain : loop.chains) {
      if (loop.line != line)
        continue;
      std::string text = (chain.in_memory ? "in memory " : "") + chain.carrier + ":";
      for (const OperationCount &count : chain.counts)
        text += " " + shownOperation(count.operation) + " " + rangeText(count.amount) + ";";
      chains.push_back(text);
    }
  std::ranges::sort(chains);
  return chains;
}

using Chains = std::vector<std::string>;

/// Chains of a loop over i up to n with this body; `s` and `t` are double, `c` an int.
Chains chains(const std::string &body) {
  CountedUnit unit = countIn("double fmax(double, double); double sqrt(double);\n"
                             "static double twice(double x) { return 2 * x; }\n"
                             "static void add(double *p, double v) { *p += v; }\ndouble **rows;\n"
                             "double f(int n, double x, double *a, double *b, int *q) {\n"
                             "double s = 0, t = 1; int c = 0;\n"
                             "for (int i = 0; i < n; i++) { " +
                                 body + " }\nreturn s + t + c; }",
                             false);
  return chainsOf(nodeIn(unit, "f"), 7);
}

const std::string each = " (n if n >= 0);";

} // namespace

TEST_CASE("sums, products and recurrences in a variable are chains") {
  CHECK(chains("s += a[i];") == Chains{"s: double add" + each});
  CHECK(chains("s = s + a[i];") == Chains{"s: double add" + each});
  CHECK(chains("s = a[i] + s;") == Chains{"s: double add" + each});
  CHECK(chains("s -= a[i];") == Chains{"s: double add" + each});
  CHECK(chains("s += a[i] * b[i];") == Chains{"s: double multiply-add" + each});
  CHECK(chains("s = a[i] * s;") == Chains{"s: double multiply" + each});
  CHECK(chains("s = s * x + a[i];") == Chains{"s: double multiply-add" + each});
  CHECK(chains("s = x / (1 + s);") == Chains{"s: double add" + each + " double divide" + each});
  CHECK(chains("s = sqrt(s + a[i]);") ==
        Chains{"s: double add" + each + " double square root" + each});
  CHECK(chains("c += q[i];") == Chains{"c: integer add" + each});
  CHECK(chains("c++;") == Chains{"c: integer add" + each});
  CHECK(chains("s += a[i]; s += b[i];") == Chains{"s: double add (2*n if n >= 0);"});
  CHECK(chains("s += a[i]; t *= a[i];") ==
        Chains{"s: double add" + each, "t: double multiply" + each});
  CHECK(chains("double y = s * x; s = y - a[i];") ==
        Chains{"s: double add" + each + " double multiply" + each});
  CHECK(chains("s = twice(s);") == Chains{"s: double multiply" + each});
}

TEST_CASE("greatest values are chains, however they are found") {
  CHECK(chains("s = fmax(s, a[i]);") == Chains{"s: call of fmax" + each});
  CHECK(chains("s = a[i] > s ? a[i] : s;") == Chains{"s: double comparison" + each});
  CHECK(chains("if (a[i] > s) s = a[i];") == Chains{"s: double comparison" + each});
  CHECK(chains("if (a[i] > s) { s = a[i]; c = i; }") == Chains{"s: double comparison" + each});
}

TEST_CASE("sums in branches are chains as often as the branch is taken") {
  CHECK(chains("if (a[i] > 0) s += a[i];") == Chains{"s: double add 0 +(n if n >= 0);"});
  CHECK(chains("if (i % 2 == 0) s += a[i];") ==
        Chains{"s: double add (floor((n + 1)/2) if n >= 0);"});
  CHECK(chains("if (a[i] > 0) continue; s += a[i];") == Chains{"s: double add 0 +(n if n >= 0);"});
}

TEST_CASE("what does not come from the iteration before is no chain") {
  CHECK(chains("s = 0; s += a[i]; b[i] = s;").empty());
  CHECK(chains("double y = 0; y += a[i]; b[i] = y;").empty());
  CHECK(chains("s = a[i] * x;").empty());
  CHECK(chains("b[i] += a[i];").empty());
  CHECK(chains("t = x + 1; b[i] = t * a[i];").empty());
}

TEST_CASE("what is another array in each iteration carries nothing") {
  CHECK(chains("double y[2]; y[0] += a[i]; b[i] = y[0];").empty());
  CHECK(chains("add(b, a[i]);") == Chains{"in memory *p: double add" + each});
  CHECK(chains("add(&b[i], a[i]);").empty());
  CHECK(chains("add(rows[i], a[i]);").empty());
}

TEST_CASE("an element that stays is a chain in memory") {
  CHECK(chains("b[3] += a[i];") == Chains{"in memory b[3]: double add" + each});
  CHECK(chains("b[c] = b[c] + a[i] * x;") == Chains{"in memory b[c]: double multiply-add" + each});
  const std::string body = "c[i][j] += a[i][k] * b[k][j];\n}";
  const std::string i = "for (int i = 0; i < n; i++)\n", j = "for (int j = 0; j < n; j++)\n",
                    k = "for (int k = 0; k < n; k++)\n";
  const std::string head = "void f(int n, double (*a)[n], double (*b)[n], double (*c)[n]) {\n";
  CountedUnit ijk = countIn(head + i + j + k + body, false);
  CHECK(chainsOf(nodeIn(ijk, "f"), 4) ==
        Chains{"in memory c[i][j]: double multiply-add (n^3 if n >= 0);"});
  CountedUnit ikj = countIn(head + i + k + j + body, false);
  for (int line : {2, 3, 4})
    CHECK(chainsOf(nodeIn(ikj, "f"), line).empty());
}

TEST_CASE("what an iteration stores, the next one may load") {
  CHECK(chains("a[i] = a[i - 1] + b[i];") == Chains{"in memory a[i]: double add" + each});
  CHECK(chains("a[i + 1] = (b[i] - x * a[i]) / t;") ==
        Chains{"in memory a[i + 1]: double multiply-add" + each + " double divide" + each});
  CHECK(chains("double y = a[i - 1]; a[i] = y * x;") ==
        Chains{"in memory a[i]: double multiply" + each});
  CHECK(chains("a[i] = a[i + 1] + b[i];").empty());
  CHECK(chains("a[i] = a[i - 2] + b[i];").empty()); // two iterations, which overlap
  CHECK(chains("a[i] = a[i] + a[0];").empty());
  CHECK(chains("b[i] = a[i - 1]; a[i] = x;").empty());
  CountedUnit seidel = countIn(R"(void f(int n, double *u) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u[i*n+j] = (u[(i-1)*n+j] + u[(i+1)*n+j] + u[i*n+j-1] + u[i*n+j+1]) / 4.0;
}
)",
                               false);
  CHECK(chainsOf(nodeIn(seidel, "f"), 2).empty());
  CHECK(chainsOf(nodeIn(seidel, "f"), 3) ==
        Chains{"in memory u[i*n+j]: double add (2*n^2 - 8*n + 8 if n >= 2); "
               "double divide (n^2 - 4*n + 4 if n >= 2);"});
}

TEST_CASE("a chain is that of the innermost loop in which the value is updated") {
  CountedUnit unit =
      countIn(R"(double f(int n, int *row, int *col, double *v, double *x, double *y) {
  double all = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += v[k] * x[col[k]];
    y[i] = sum;
    all += sum;
  }
  double norm = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      norm += v[i * n + j];
  return all + norm;
}
)",
              false);
  const CountedNode &node = nodeIn(unit, "f");
  CHECK(chainsOf(node, 3) == Chains{"all: double add (n if n >= 0);"});
  CHECK(chainsOf(node, 5) == Chains{"sum: double multiply-add (n*trips(/x.c:5) if n >= 0);"});
  CHECK(chainsOf(node, 11).empty());
  CHECK(chainsOf(node, 12) == Chains{"norm: double add (n^2 if n >= 0);"});
}

TEST_CASE("chains of a reduction, and of n bodies") {
  CountedUnit unit = countIn(R"(double sqrt(double);
void f(int n, double *x, double *y, double *fx) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      double dx = x[j] - x[i], dy = y[j] - y[i];
      double d = 1 / sqrt(dx * dx + dy * dy + 0.01);
      sum += dx * d * d * d;
    }
    fx[i] = sum;
  }
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < n; i++) all += fx[i];
}
)",
                             false);
  const CountedNode &node = nodeIn(unit, "f");
  CHECK(chainsOf(node, 4).empty());
  CHECK(chainsOf(node, 6) == Chains{"sum: double multiply-add (n^2 if n >= 0);"});
  CHECK(chainsOf(node, 15) == Chains{"all: double add (n if n >= 0);"});
}
