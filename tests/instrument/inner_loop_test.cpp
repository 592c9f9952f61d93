// SPDX-License-Identifier: Apache-2.0
// Which inner loops keep compilers from making vectors of the loop around them.
#include "catch.hpp"

#include "instrumenter/clang/parse.h"
#include "instrumenter/text/body_filter.h"

#include <string>

using namespace tare;

namespace {

/// Whether the body of a worksharing loop is known to hold what stays.
bool stays(const std::string &body, const std::string &compiler, const std::string &before = "") {
  const std::string text = "# 1 \"/home/a.c\"\n" + before +
                           "\nvoid f(double *x, const float *y, double (*m)[2000], int n) {\n"
                           "#pragma omp for\nfor (int i = 0; i < 4096; i++) {" +
                           body + "}\n}\n";
  LineMap lines(text);
  UserFiles files(lines, "");
  ParseRequest request;
  request.unit = "/home/a.c";
  request.compiler = compiler;
  Result<ParsedUnit> unit = parseUnit(text, request, files);
  REQUIRE(unit.ok());
  for (const Construct &construct : unit.value().constructs)
    if (construct.kind == NodeKind::For)
      return !construct.shape.is_short;
  FAIL("no loop");
  return false;
}

std::string loop(int trips, const std::string &body) {
  return "for (int k = 0; k < " + std::to_string(trips) + "; k++) { " + body + " }";
}

const std::string small = "x[i] = x[i] * 0.5 + i;";
const std::string large =
    "x[i] = x[i] * x[i] + 0.3 * x[i] - 0.7 * i; x[i] = x[i] * x[i] + 0.1 - i;";

} // namespace

TEST_CASE("a few trips are unrolled by every compiler, an unknown number by none") {
  for (const char *compiler : {"clang", "gcc"}) {
    CHECK_FALSE(stays(loop(16, large), compiler));
    CHECK_FALSE(stays(loop(16, "if (x[k] > 3) break;" + large), compiler));
    CHECK(stays("for (int k = 0; k < n; k++) " + small, compiler));
    CHECK(stays("while (x[i] > 1) " + small, compiler));
    CHECK(stays(loop(40, "for (int l = 0; l < i; l++) " + small), compiler));
  }
}

TEST_CASE("clang unrolls what is small when it is unrolled") {
  CHECK_FALSE(stays(loop(40, small), "clang"));
  CHECK_FALSE(stays(loop(100, small), "clang"));
  CHECK(stays(loop(200, small), "clang"));
  CHECK_FALSE(stays(loop(32, large), "clang"));
  CHECK(stays(loop(64, large), "clang"));
  CHECK_FALSE(stays(loop(20, loop(5, small)), "clang"));
  CHECK(stays(loop(20, loop(12, small)), "clang"));
  CHECK_FALSE(stays("for (int k = 0; k < 400; k += 10) " + small, "clang"));
  CHECK_FALSE(stays("for (int k = 0; k < size; k++) " + small, "clang", "enum { size = 40 };"));
}

TEST_CASE("gcc makes vectors around a loop without branches whatever its trips") {
  CHECK_FALSE(stays(loop(40, small), "gcc"));
  CHECK_FALSE(stays(loop(1000, small), "gcc"));
  CHECK_FALSE(stays(loop(1000, "x[i] += y[k] * y[k];"), "gcc"));
  CHECK_FALSE(stays(loop(1000, "x[i] += m[k][i];"), "gcc"));
  CHECK(stays(loop(1000, "if (x[i] > k) x[i] -= k;"), "gcc"));
  CHECK(stays(loop(1000, "if (x[i] > 4) break; " + small), "gcc"));
  CHECK(stays(loop(1000, "x[i] = x[i] > 4 ? x[i] - 1 : k;"), "gcc"));
  CHECK(stays(loop(1000, "x[i] += m[i][k];"), "gcc"));
  CHECK(stays(loop(1000, "m[k][i] *= 0.5;"), "gcc"));
  CHECK(stays(loop(100, loop(100, small)), "gcc"));
}

TEST_CASE("functions that are not parsed have the trips that their text tells") {
  auto function = [](const std::string &body) {
    return "static void step(double *x, int i, int n) { " + body + " }";
  };
  CHECK_FALSE(stays("step(x, i, n);", "clang", function(loop(40, small))));
  CHECK(stays("step(x, i, n);", "clang", function(loop(40, loop(40, small)))));
  CHECK(stays("step(x, i, n);", "clang", function("for (int k = 0; k < n; k++) " + small)));
  CHECK(stays("step(x, i, n);", "clang", function("while (x[i] > n) " + small)));
}

TEST_CASE("trips by the text alone") {
  auto trips = [](const std::string &text) {
    return tripsByText(text, Span{0, uint32_t(text.size())});
  };
  CHECK(trips("x += 1;") == 1);
  CHECK(trips("for (int k = 2; k < 40u; k++) for (j = 1; j <= 3; ++j);") == 38 * 3);
  CHECK(trips("for (int k = 9; k < 4; k++);") == 0);
  CHECK_FALSE(trips("for (int k = 0; k < n; k++);"));
  CHECK_FALSE(trips("for (int k = 0; k < 4 * 7; k++);"));
  CHECK_FALSE(trips("for (;;);"));
  CHECK_FALSE(trips("for (int k = 9; k > 4; k--);"));
  CHECK_FALSE(trips("for (int k = 0; k < 4"));
  CHECK_FALSE(trips("do x(); while (y);"));
}
