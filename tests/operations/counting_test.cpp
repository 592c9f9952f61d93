// SPDX-License-Identifier: Apache-2.0
// Small functions through Clang's tree: what they do is known by hand.
#include "tests/operations/counted.h"

using namespace tare;

namespace {

/// "exact: n^2" for an operation of a function of C or of a construct in it.
std::string count(const std::string &code, const std::string &operation,
                  const std::string &what = "f", bool cplusplus = false) {
  CountedUnit unit = countIn(code, cplusplus);
  const CountedNode &node = nodeIn(unit, what);
  return std::string(labelName(node.label)) + ": " + timesOf(node.counts, operation);
}

/// The same for iterations of the innermost loops, which each add something to an array.
std::string adds(const std::string &code) { return count(code, "double add"); }

} // namespace

TEST_CASE("loops that count") {
  const std::string head = "void f(int n, int m, double *a) { ";
  CHECK(adds(head + "for (int i = 0; i < n; i++) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(head + "for (int i = 0; n > i; ++i) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(head + "for (int i = 1; i <= n; i = i + 1) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(head + "int i; for (i = n; i-- > 0;) a[i] += 1; }").starts_with("measured: trips("));
  CHECK(adds(head + "int i = 0; for (; i != n; i++) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(head + "for (int i = n - 1; i >= 0; i--) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(head + "for (int i = 0; i < n; i += 3) a[i] += 1; }") ==
        "exact: (floor((n + 2)/3) if n >= 0)");
  CHECK(adds(head + "for (int i = n; i > m; i -= 2) a[i] += 1; }") ==
        "exact: (-m + floor((n + m + 1)/2) if n >= m)");
  CHECK(adds(head + "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) a[j] += 1; }") ==
        "exact: (n^2/2 + n/2 if n >= 0)");
  CHECK(adds(head + "for (int i = 0; i < n; i++) for (int j = 0; j < n / 2; j++) a[j] += 1; }") ==
        "exact: (floor(n/2)*n if n >= 0)");
  CHECK(adds(head + "for (long i = 0; i < (long)n * m; i++) a[i] += 1; }") ==
        "exact: (m*n if m*n >= 0)");
  CHECK(adds(head + "for (int i = 0, j = n; i < n; i++, j--) a[j] += 1; }") ==
        "exact: (n if n >= 0)");
  CHECK(adds(head + "for (int i = 0; i < n && i < m; i++) a[i] += 1; }") ==
        "exact: (n if m >= n + 1, n >= 0) + (m if n >= m, m >= 0)");
  CHECK(adds(head + "int e = n; if (e > 10) e = 10; for (int i = 0; i < e; i++) a[i] += 1; }") ==
        "exact: (10 if n >= 11) + (n if n <= 10, n >= 0)");
  CHECK(adds(head + "const int t = 4; for (int i = 0; i < t * n; i += t) a[i] += 1; }") ==
        "exact: (floor((n*t + 3)/4) if n*t >= 0)");
}

TEST_CASE("blocks of loops: together they are as long as the loop") {
  const std::string least = "static int min(int a, int b) { return a < b ? a : b; }\n";
  const std::string head =
      least + "void f(int n, int b, double *a) { for (int ii = 0; ii < n; ii += b) ";
  CHECK(adds(head + "for (int i = ii; i < min(ii + b, n); i++) a[i] += 1; }") ==
        "exact: (n if b >= 1, n >= 0)");
  CHECK(adds(head + "for (int i = ii; i < n && i < ii + b; i++) a[i] += 1; }") ==
        "exact: (n if b >= 1, n >= 0)");
  CHECK(adds(head + "for (int jj = 0; jj < n; jj += b) for (int i = ii; i < min(ii + b, n); i++) "
                    "for (int j = jj; j < min(jj + b, n); j++) a[i] += a[j]; }") ==
        "exact: (n^2 if b >= 1, n >= 0)");
  CHECK(adds(least + "void f(int n, double *a) { for (int ii = 0; ii < n; ii += 16) "
                     "for (int i = ii; i < min(ii + 16, n); i++) a[i] += 1; }") ==
        "exact: (n if n >= 0)");
  // Not proportional: by cases, as one by one gives it.
  CountedUnit unit = countIn(least + "void f(int n, double *a) { for (int ii = 0; ii < n; ii += 4) "
                                     "for (int i = ii; i < min(ii + 4, n); i++) "
                                     "for (int j = ii; j < i; j++) a[i] += a[j]; }",
                             false);
  for (int n = 0; n < 12; ++n) {
    int64_t expected = 0;
    for (int ii = 0; ii < n; ii += 4)
      for (int i = ii; i < std::min(ii + 4, n); i++)
        expected += i - ii;
    for (const OperationCount &count : nodeIn(unit, "f").counts)
      if (count.operation.kind == OperationKind::FloatAdd)
        CHECK(evaluated(count.amount.certain, [&](symbolic::Variable) {
                return symbolic::Rational(n);
              }) == symbolic::Rational(expected));
  }
}

TEST_CASE("loops that only a run can count have a symbol, and a reason") {
  const std::string head = "void f(int n, const int *c, double *a) { ";
  for (const char *loop :
       {"while (a[0] > 0) a[0] += 1;", "do a[0] += 1; while (a[0] < 9);",
        "for (int i = 0; i < c[0]; i++) a[i] += 1;", "for (int i = 1; i < n; i *= 2) a[i] += 1;",
        "for (int i = 1; i < n; i <<= 1) a[i] += 1;",
        "for (int i = 0; i < n; i++) { a[i] += 1; i++; }",
        "for (int i = 0; i < n; i++) { a[i] += 1; n--; }",
        "for (double *p = a; p < a + n; p++) *p += 1;",
        "for (;;) { if (a[0] > 0) break; a[0] += 1; }"}) {
    CountedUnit unit = countIn(head + loop + std::string(" }"), false);
    const CountedNode &node = nodeIn(unit, "f");
    INFO(loop);
    CHECK(node.label == CountLabel::Measured);
    CHECK(timesOf(node.counts, "double add").find("trips(/x.c:1)") != std::string::npos);
    REQUIRE_FALSE(node.doubts.empty());
    CHECK(node.doubts.back().place == "/x.c:1");
  }
  CHECK(count(head + "do { a[0] += 1; } while (0); }", "double add") == "exact: 1");
}

TEST_CASE("branches: by sizes they are exact, by data they are bounds") {
  const std::string loops =
      "void f(int n, double *a) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) ";
  CHECK(adds(loops + "if (i < j) a[i] += 1; }") == "exact: (n^2/2 - n/2 if n >= 0)");
  CHECK(adds(loops + "if (i == j) a[i] += 1; }") == "exact: (n if n >= 0)");
  CHECK(adds(loops + "{ if (i == j) continue; a[i] += 1; } }") == "exact: (n^2 - n if n >= 0)");
  CHECK(adds(loops + "if (i % 2 == 0 && j >= 1) a[i] += 1; }") ==
        "exact: (floor((n + 1)/2)*n - floor((n + 1)/2) if n >= 0)");
  CHECK(adds(loops + "if (!(i > j)) a[i] += 1; else a[j] -= 2; }") == "exact: (n^2 if n >= 0)");
  CHECK(adds(loops + "if (a[i] > 0) a[i] += 1; }") == "bounded: 0 +(n^2 if n >= 0)");
  CHECK(adds(loops + "a[i] = a[j] > 0 ? a[i] + 1 : 0; }") == "bounded: 0 +(n^2 if n >= 0)");
  CHECK(adds(loops + "{ a[i] += 1; if (a[i] > 9) break; } }") == "bounded: 0 +(n^2 if n >= 0)");
  CHECK(adds(loops + "switch (j) { case 1: a[i] += 1; break; default: a[i] = 0; } }") ==
        "bounded: 0 +(n^2 if n >= 0)");
  CHECK(adds("void f(int n, double *a) { if (n < 5) return; a[0] += 1; }") ==
        "exact: (1 if n >= 5)");
  CHECK(adds("void f(int n, double *a) { if (a[0] < 5) return; a[0] += 1; }") == "bounded: 0 +1");
}

TEST_CASE("what one statement does") {
  const std::string head = "double sqrt(double); double sin(double);\n"
                           "void f(int n, double *a, float *b, double c[][100], int *x) { "
                           "for (int i = 0; i < 10; i++) { ";
  auto each = [&](const char *body, const char *operation) {
    return count(head + body + " } }", operation);
  };
  CHECK(each("a[i] = a[i] * 2 + 1;", "double multiply-add") == "exact: 10");
  CHECK(each("a[i] = a[i] * 2 + 1;", "double multiply") == "exact: 0");
  CHECK(each("a[i] -= a[0] * a[1];", "double multiply-add") == "exact: 10");
  CHECK(each("a[i] = a[i] * a[i] + a[0] * a[1];", "double multiply") == "exact: 10");
  CHECK(each("a[i] = 1 / a[i];", "double divide") == "exact: 10");
  CHECK(each("a[i] = sqrt(a[i]);", "double square root") == "exact: 10");
  CHECK(each("a[i] = sin(a[i]);", "call of sin") == "exact: 10");
  CHECK(each("b[i] = b[i] + 1.0f;", "float add") == "exact: 10");
  CHECK(each("b[i] += 1;", "float add") == "exact: 10");
  CHECK(each("x[i] = x[i] / 3 % 2;", "integer divide") == "exact: 20");
  CHECK(each("x[i] ^= x[i] << 1;", "integer bit operation") == "exact: 20");
  CHECK(each("a[3 * i + 1] = 0;", "integer multiply-add") == "exact: 10");
  CHECK(each("c[i][3] = c[3][i];", "integer multiply-add") == "exact: 20");
  CHECK(each("a[i] = -a[i];", "double add") == "exact: 0");
}

TEST_CASE("strides are those of the innermost loop") {
  const std::string head =
      "struct s { double x, y; };\n"
      "void f(int n, double *a, double c[][100], double **d, int *x, struct s *p) "
      "{ for (int i = 0; i < 9; i++) ";
  auto load = [&](const char *value, const char *stride) {
    return count(head + "a[0] = " + value + "; }", std::string("double load, ") + stride);
  };
  CHECK(load("a[i]", "unit stride") == "exact: 9");
  CHECK(load("a[9 - i]", "unit stride") == "exact: 9");
  CHECK(load("a[5]", "invariant") == "exact: 9");
  CHECK(load("a[4 * i]", "stride 4") == "exact: 9");
  CHECK(load("c[i][2]", "stride 100") == "exact: 9");
  CHECK(load("c[2][i]", "unit stride") == "exact: 9");
  CHECK(load("a[i * n]", "affine n") == "exact: 9");
  CHECK(load("a[x[i]]", "indirect") == "exact: 9");
  CHECK(load("a[i * i]", "indirect") == "exact: 9");
  CHECK(load("d[i][2]", "indirect") == "exact: 9");
  CHECK(load("d[2][i]", "indirect") == "exact: 9");
  CHECK(load("p[i].y", "stride 2") == "exact: 9");
  CHECK(load("*(a + i)", "unit stride") == "exact: 9");
  CHECK(load("(&a[n])[2 * i]", "stride 2") == "exact: 9");
}

TEST_CASE("calls: of this unit's functions with what they are given, of others by name") {
  const std::string dot =
      "static double dot(int n, const double *x) { double s = 0; for (int i = 0; i "
      "< n; i++) s += x[i]; return s; }\n";
  CHECK(adds(dot + "void f(int m, double *a) { for (int j = 0; j < m; j++) a[j] = dot(j, a); }") ==
        "exact: (m^2/2 - m/2 if m >= 0)");
  CHECK(adds(dot + "void f(int m, double *a) { a[0] = dot(m + 1, a) + dot(3, a); }") ==
        "exact: 4 + (m + 1 if m >= -1)");
  CHECK(adds(dot + "void f(int *m, double *a) { a[0] = dot(m[0], a); }")
            .starts_with("measured: trips("));
  CHECK(count("double g(double); void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = "
              "g(a[i]); }",
              "call of g") == "measured: (n if n >= 0)");
  CHECK(count("int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }", "call of f") ==
        "measured: (2 if n >= 2)");
  CHECK(count("void f(int n, void (*g)(int)) { for (int i = 0; i < n; i++) g(i); }",
              "call of (pointer)") == "measured: (n if n >= 0)");
  CHECK(adds("static int at(int i, int j, int n) { return i * n + j; }\n"
             "void f(int n, double *a) { for (int j = 0; j < at(2, 1, n); j++) a[j] += 1; }") ==
        "exact: (2*n + 1 if n >= 0)");
}

TEST_CASE("variables that change are not taken for sizes") {
  const std::string loop = "for (int i = 0; i < n; i++) a[i] += 1; }";
  CHECK(adds("void f(int n, double *a) { n = n * 2; " + loop) == "exact: (2*n if n >= 0)");
  CHECK(adds("void f(int n, double *a) { n++; n -= 3; " + loop) == "exact: (n - 2 if n >= 2)");
  CHECK(adds("int read_it(void);\nvoid f(int n, double *a) { n = read_it(); " + loop) ==
        "measured: (n if n >= 0)"); // for what read_it does
  CHECK(adds("void f(int n, double *a) { int *p = &n; *p = 3; " + loop)
            .starts_with("measured: trips("));
  CHECK(
      adds(
          "int n;\nvoid g(void) { n++; }\nvoid f(double *a) { for (int j = 0; j < 5; j++) { g(); " +
          loop + " }")
          .starts_with("measured: 5*trips("));
  CHECK(adds("void f(int n, double *a) { int m = n; if (a[0] > 0) m = 3; "
             "for (int i = 0; i < m; i++) a[i] += 1; }") == "exact: (m if m >= 0)");
  CHECK(
      adds("typedef struct { int n; } s;\nvoid f(s *g, double *a) { for (int i = 0; i < g->n; i++) "
           "a[i] += 1; }") == "exact: (g->n if g->n >= 0)");
}

TEST_CASE("in a region, each thread does what is not shared") {
  const std::string code = R"(
void f(int n, double *a) {
#pragma omp parallel
  {
    a[0] += 1;
#pragma omp for
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma omp single
    a[1] += 1;
#pragma omp critical
    a[2] += 1;
  }
}
void orphan(int n, double *a) {
#pragma omp for collapse(2)
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[i] += 1;
}
)";
  CHECK(count(code, "double add") == "exact: 2*threads + 1 + (n if n >= 0)");
  CHECK(count(code, "double add", "critical") == "exact: threads");
  CHECK(count(code, "double add", "single") == "exact: 1");
  CHECK(count(code, "double add", "orphan") == "exact: (n^2/2 - n/2 if n >= 0)");
  CountedUnit unit = countIn(code, false);
  CHECK(rangeText(nodeIn(unit, "for").iterations) == "(n if n >= 0)");
  CHECK(rangeText(nodeIn(unit, "critical").executions) == "threads");
}

TEST_CASE("a construct is counted for one call of its function") {
  CountedUnit unit = countIn(R"(
void f(int n, double *a) {
  for (int k = 0; k < n; k++)
#pragma omp parallel for collapse(2)
    for (int i = k; i < n; i++)
      for (int j = 0; j < n; j++) a[j] += 1;
})",
                             false);
  const CountedNode &node = nodeIn(unit, "parallel for");
  CHECK(rangeText(node.executions) == "(n if n >= 0)");
  CHECK(rangeText(node.iterations) == "(n^3/2 + n^2/2 if n >= 0)");
  CHECK(timesOf(node.counts, "double add") == "(n^3/2 + n^2/2 if n >= 0)");
}

TEST_CASE("C++: containers, templates, lambdas, references, members") {
  const std::string vector =
      "namespace std { template <class T> struct vector { unsigned long size() "
      "const; T &operator[](unsigned long); T *begin(); T *end(); }; }\n";
  auto of = [&](const std::string &code) { return count(vector + code, "double add", "f", true); };
  CHECK(of("void f(std::vector<double> &v) { for (int i = 0; i < (int)v.size(); i++) v[i] += 1; }")
            .ends_with(": v.size()") == false); // of a reference nobody knows what it names
  CHECK(of("void f(std::vector<double> v) { for (unsigned long i = 0; i < v.size(); i++) v[i] += "
           "1; }") == "exact: v.size()");
  CHECK(of("void f(std::vector<double> v) { for (double &x : v) x += 1; }") == "exact: v.size()");
  CHECK(of("template <class T> void g(T *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }\n"
           "void f(double *a, int n) { g(a, 2 * n); }") == "exact: (2*n if n >= 0)");
  CHECK(of("void f(double *a, int n) { auto g = [&](int i) { a[i] += 1; }; "
           "for (int i = 0; i < n; i++) g(i); }") == "exact: (n if n >= 0)");
  CHECK(of("struct m { int n; double *a; void run() { for (int i = 0; i < n; i++) a[i] += 1; } };\n"
           "void f(m x) { x.run(); }") == "exact: (x.n if x.n >= 0)");
  CHECK(of("void grow(int &n) { n += 2; }\nvoid f(double *a, int n) { grow(n); "
           "for (int i = 0; i < n; i++) a[i] += 1; }")
            .starts_with("exact: "));
  CHECK(of("void f(double (&a)[8]) { for (double &x : a) x += 1; }") == "exact: 8");
  CHECK(count("template <class T> void f(T *a) { a[0] += 1; }", "double add", "f", true) ==
        "measured: 0"); // no instance: nothing is known
}

TEST_CASE("a product in another type than the sum has an operation of its own") {
  auto counts = [](const std::string &statement) {
    CountedUnit unit = countIn(
        "void f(float *x, double *a, int n) { for (int i = 0; i < 10; i++) " + statement + " }",
        false);
    std::string text;
    for (const OperationCount &count : nodeIn(unit, "f").counts)
      if (count.operation.kind <= OperationKind::FloatMultiplyAdd ||
          count.operation.kind == OperationKind::IntegerMultiply)
        text += rangeText(count.amount) + " " + shownOperation(count.operation) + "; ";
    return text;
  };
  CHECK(counts("a[i] += x[i] * x[i];") == "10 double add; 10 float multiply; ");
  CHECK(counts("a[i] = x[i] * x[i] - a[i];") == "10 double add; 10 float multiply; ");
  CHECK(counts("a[i] = x[i] - 2.0 * x[i];") == "10 double multiply-add; ");
  CHECK(counts("a[i] = a[0] * x[0] + x[i] * x[i];") ==
        "10 float multiply; 10 double multiply-add; ");
  CHECK(counts("a[i] += i * n;") == "10 double add; 10 integer multiply; ");
  CHECK(counts("if (x[i] > 0) a[i] = 2.0 * (a[i] + (x[i] - x[0]) * x[1]);") ==
        "0 +10 double add; 0 +10 float add; 0 +10 double multiply; 0 +10 float multiply; ");
}

TEST_CASE("footprints are the boxes around all subscripts") {
  auto bytes = [](const std::string &code) {
    CountedUnit unit = countIn(code, false);
    const ArrayFootprint &footprint = nodeIn(unit, "f").footprints.front();
    return footprint.known ? formulaText(footprint.bytes) : footprint.reason;
  };
  CHECK(bytes("void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[i + 1]; }") ==
        "(8*n + 8 if n >= -1)");
  CHECK(
      bytes(
          "void f(int n, float a[][50]) { for (int i = 1; i < n; i++) for (int j = 2; j < 7; j++) "
          "a[i][j] = 0; }") == "(20*n - 20 if n >= 1)");
  CHECK(bytes("void f(int n, double *a) { a[0] = a[n]; }") == "16");
  CHECK(bytes("void f(int n, int *x, double *a) { for (int i = 0; i < n; i++) a[x[i]] = 0; }") ==
        "its subscript is loaded, or is not linear in the loops");
}
