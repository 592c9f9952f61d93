// SPDX-License-Identifier: Apache-2.0
// An element that an iteration has loaded before is loaded once, unless a store may have changed
// it.
#include "tests/operations/counted.h"

using namespace tare;

namespace {

/// "a 10, b 20": what the loops load, by the array. `source`: what the node's counts have.
std::string loads(const CountedUnit &unit) {
  std::map<std::string, symbolic::Formula> sums;
  for (const CountedLoop &loop : nodeIn(unit, "f").loops)
    for (const LoopAccess &access : loop.accesses)
      sums[access.array] += access.loads.certain + access.loads.possible;
  std::string text;
  for (const auto &[array, sum] : sums)
    if (!sum.isZero())
      text += (text.empty() ? "" : ", ") + array + " " + formulaText(sum);
  return text;
}

std::string loads(const std::string &code) { return loads(countIn(code, false)); }

/// Of a body whose arrays are parameters that may overlap.
std::string inBody(const std::string &body) {
  return loads("double sin(double); void g(void); int h(double);\n"
               "void f(double *a, double *b, float *x, int *k, double s, double t, int m) {\n"
               "for (int i = 0; i < 10; i++) { " +
               body + " } }");
}

/// Of a body whose arrays do not overlap.
std::string apart(const std::string &body) {
  return loads("double a[64], b[64];\nvoid f(double *restrict c, double *d, double s) {\n"
               "for (int i = 0; i < 10; i++) { " +
               body + " } }");
}

} // namespace

TEST_CASE("an element that is loaded twice in an iteration is loaded once") {
  CHECK(inBody("s += a[i] * a[i];") == "a 10");
  CHECK(inBody("s += a[i] + a[i + 1] + a[i + 1 - 1];") == "a 20");
  CHECK(inBody("s += a[i]; t += a[i + m]; s += a[m + i];") == "a 20");
  CHECK(inBody("s += a[i] + sin(a[i]) + a[i];") == "a 10");
  CHECK(inBody("s += a[i]; a[i] += t;") == "a 10");
  CHECK(inBody("s += a[k[i]]; t += a[k[i]];") == "a 20, k 10"); // loaded subscripts: nobody looks
}

TEST_CASE("a store that may change an element makes the next load one") {
  CHECK(inBody("s += a[i]; a[i + m] = t; s += a[i];") == "a 20");
  CHECK(inBody("s += a[i]; b[i] = t; s += a[i];") == "a 20");
  CHECK(inBody("s += a[i]; x[i] = t; s += a[i];") == "a 10"); // of another type
  CHECK(inBody("s += a[i]; g(); s += a[i];") == "a 20");
  CHECK(inBody("s += a[i]; a++; s += a[i];") == "a 20");
  CHECK(inBody("s += a[i]; a = b; s += a[i];") == "a 20");
  CHECK(inBody("s += a[i];\n#pragma omp barrier\ns += a[i];") == "a 20");
  CHECK(loads("void f(volatile double *a, double s) { for (int i = 0; i < 10; i++) s += a[i] * "
              "a[i]; }") == "a 20");
  CHECK(apart("s += a[i]; b[i] = s; s += a[i];") == "a 10");
  CHECK(apart("s += a[i]; c[i] = s; s += a[i];") == "a 10");
  CHECK(apart("s += a[i]; d[i] = s; s += a[i];") == "a 20");
  CHECK(apart("s += c[i]; d[i] = s; s += c[i];") == "c 10");
}

TEST_CASE("behind a branch only what both ways have loaded is known") {
  CHECK(inBody("if (i < m) s += a[i]; t += a[i];") ==
        "a 10 + (m if m <= 10, m >= 0) + (10 if m >= 11)");
  CHECK(inBody("if (s > 0) s += a[i]; else t += a[i]; t += a[i];") == "a 20");
  CHECK(inBody("if (s > 0) s += a[i]; t += a[i];") == "a 20");
  CHECK(inBody("t += a[i]; if (s > 0) s += a[i];") == "a 10");
  CHECK(inBody("t += a[i]; if (s > 0) a[i] = 0; t += a[i];") == "a 20");
  CHECK(inBody("t += s > 0 ? a[i] : 0; s += a[i];") == "a 20");
  CHECK(inBody("if (s > 0 && a[i] > 0) s++; s += a[i];") == "a 20");
  CHECK(inBody("if (a[i] > 0 && a[i] < 3) s += a[i];") == "a 10");
  CHECK(inBody("switch (m) { case 1: s += a[i]; break; case 2: s += a[i]; } s += a[i];") == "a 30");
  CHECK(inBody("again: s += a[i]; if (h(s)) goto again;") == "a 10");
}

TEST_CASE("an iteration of another loop loads for itself") {
  CHECK(inBody("s += a[i]; for (int j = 0; j < 5; j++) { s += a[i]; t += a[i]; } s += a[i];") ==
        "a 70");
  CHECK(inBody("s += a[i]; while (a[i] > s) s++; ").find("a 20") == std::string::npos);
}

TEST_CASE("a butterfly's elements are loaded twice: before and behind its stores") {
  CountedUnit unit = countIn(R"(
void f(int n, double *re, double *im, double wr, double wi) {
  for (int i = 0; i < n; i++) {
    double tr = wr * re[i + n] - wi * im[i + n];
    double ti = wr * im[i + n] + wi * re[i + n];
    re[i + n] = re[i] - tr;
    im[i + n] = im[i] - ti;
    re[i] += tr;
    im[i] += ti;
  }
})",
                             false);
  CHECK(loads(unit) == "im (3*n if n >= 0), re (3*n if n >= 0)");
  CHECK(timesOf(nodeIn(unit, "f").counts, "double load, unit stride") == "(8*n if n >= 0)");
}
