// SPDX-License-Identifier: Apache-2.0
// What loops touch, one execution of a loop around them after the other: known by hand.
#include "tests/operations/counted.h"

using namespace tare;

namespace {

/// "8*n, 8*n^2, 8*n^2": by the loop itself, by those around it, by the node.
std::string touchedBy(const CountedNode &node, int line, const std::string &array,
                      const std::string &type = "double") {
  std::string all;
  for (const CountedLoop &loop : node.loops)
    for (const LoopAccess &access : loop.accesses)
      if (loop.line == line && access.array == array && access.type == type) {
        all += all.empty() ? "" : "; ";
        for (const TouchedBytes &touched : access.touched)
          all += (&touched == &access.touched.front() ? "" : ", ") +
                 (touched.known ? formulaText(touched.bytes) : "? " + touched.reason);
      }
  return all;
}

/// The same for all arrays of the loop in a line of the function `f`; sizes are above 0.
std::string touched(const std::string &code, int line, const std::string &array,
                    const std::string &type = "double") {
  CountedUnit unit = countIn(code, false);
  return touchedBy(nodeIn(unit, "f"), line, array, type);
}

} // namespace

TEST_CASE("a product of matrices touches the same however its subscripts are written") {
  const std::string loops[] = {"for (int i = 0; i < n; i++)\n", "for (int j = 0; j < n; j++)\n",
                               "for (int k = 0; k < n; k++)\n"};
  const std::string rows = "void f(int n, double (*a)[n], double (*b)[n], double (*c)[n]) {\n";
  const std::string flat = "void f(int n, double *a, double *b, double *c) {\n";
  const std::string pointers = "void f(int n, double **a, double **b, double **c) {\n";
  for (const std::string &head : {rows, flat, pointers}) {
    std::string body =
        head == flat ? "c[i*n+j] += a[i*n+k] * b[k*n+j]; }" : "c[i][j] += a[i][k] * b[k][j]; }";
    INFO(head);
    std::string ijk = head + loops[0] + loops[1] + loops[2] + body;
    CHECK(touched(ijk, 4, "a") ==
          "(8*n^3 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
    CHECK(touched(ijk, 4, "b") ==
          "(8*n^3 if n >= 0), (8*n^3 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
    CHECK(touched(ijk, 4, "c") ==
          "(8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
    std::string ikj = head + loops[0] + loops[2] + loops[1] + body;
    CHECK(touched(ikj, 4, "a") ==
          "(8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
    CHECK(touched(ikj, 4, "b") ==
          "(8*n^3 if n >= 0), (8*n^3 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
    CHECK(touched(ikj, 4, "c") ==
          "(8*n^3 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
  }
}

TEST_CASE("LU touches what is left of the matrix, and a stencil its neighbours") {
  const std::string lu = R"(void f(int n, double *a) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      a[i*n+k] /= a[k*n+k];
      for (int j = k + 1; j < n; j++)
        a[i*n+j] -= a[i*n+k] * a[k*n+j];
    }
})";
  // By stride: of column k an element an execution; then row i and row k, which are two.
  CHECK(touched(lu, 5, "a") ==
        "(4*n^2 - 4*n if n >= 0), (4*n^2 - 4*n if n >= 0), (8*n^2 - 8*n if n >= 1), "
        "(8*n^2 - 8*n if n >= 1); (16*n^3/3 - 8*n^2 + 8*n/3 if n >= 0), "
        "(8*n^3/3 - 8*n/3 if n >= 0), (8*n^2 - 8*n if n >= 1), (8*n^2 - 8*n if n >= 1)");
  const std::string jacobi = R"(void f(int n, const double *u, double *v) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i*n+j] = 0.25 * (u[(i-1)*n+j] + u[(i+1)*n+j] + u[i*n+j-1] + u[i*n+j+1]);
})";
  CHECK(touched(jacobi, 3, "v") == "(8*n^2 - 32*n + 32 if n >= 2), (8*n^2 - 32*n + 32 if n >= 2), "
                                   "(8*n^2 - 32*n + 32 if n >= 2)");
  // Three rows of n, one after the other; the whole.
  CHECK(touched(jacobi, 3, "u") ==
        "(24*n^2 - 48*n if n >= 2), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
  CHECK(touched("void f(int n, double *a, double *b, double *c) {\n"
                "for (int i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i]; }",
                2, "b") == "(8*n if n >= 0), (8*n if n >= 0)");
}

TEST_CASE("what a subscript has from memory is not known, unless the array's type has a size") {
  const std::string sparse = R"(void f(int n, int *row, int *col, double *v, double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += v[k] * x[col[k]];
    y[i] = sum;
  }
})";
  const std::string values = "(8*n*trips(/x.c:4) if n >= 0)";
  CHECK(touched(sparse, 4, "v") == values + ", " + values + ", " + values);
  const std::string loaded = "? its subscript is loaded, or is not linear in the loops";
  CHECK(touched(sparse, 4, "x") == loaded + ", " + loaded + ", " + loaded);
  CHECK(touched(sparse, 2, "y") == "(8*n if n >= 0), (8*n if n >= 0)");
  const std::string histogram = R"(int bins[256];
void f(int n, const unsigned char *a) {
  for (int i = 0; i < n; i++) bins[a[i]]++;
})";
  CHECK(touched(histogram, 3, "bins", "int") == "1024, 1024");
  CHECK(touched(histogram, 3, "a", "unsigned char") == "(n if n >= 0), (n if n >= 0)");
}

TEST_CASE("what is touched of structs, with strides, and in steps") {
  const std::string particles = R"(struct p { double x, y, z, m; };
void f(int n, struct p *p) {
  for (int i = 0; i < n; i++) p[i].x += p[i].y;
})";
  CHECK(touched(particles, 3, "p") == "(16*n if n >= 0), (16*n if n >= 0)");
  const std::string strides = R"(void f(int n, double *a, double *b, double *c) {
  for (int i = 0; i < n; i++) a[3*i] = a[3*i+1] + b[4*i];
  for (int i = 0; i < n; i += 2) c[i] = 0;
})";
  CHECK(touched(strides, 2, "a") == "(16*n if n >= 0), (16*n if n >= 0)");
  CHECK(touched(strides, 2, "b") == "(8*n if n >= 0), (8*n if n >= 0)");
  CHECK(touched(strides, 3, "c") ==
        "(8*floor((n + 1)/2) if n >= -1), (8*floor((n + 1)/2) if n >= -1)");
}

TEST_CASE("an array that a pointer finds anew in each iteration is another one each time") {
  const std::string all = "(8*m*n if n >= 0, m >= 0)";
  const std::string thrice = all + ", " + all + ", " + all;
  CHECK(touched("void f(int n, int m, double **a) {\nfor (int i = 0; i < n; i++) {\n"
                "double *row = a[i];\nfor (int j = 0; j < m; j++) row[j] += 1; } }",
                4, "row") == thrice);
  CHECK(touched("void f(int n, int m, double *a) {\nfor (int i = 0; i < n; i++) {\n"
                "for (int j = 0; j < m; j++) a[j] += 1;\na += m; } }",
                3, "a") == thrice);
  CHECK(touched("static void add(int m, double *x) {\nfor (int j = 0; j < m; j++) x[j] += 1; }\n"
                "void f(int n, int m, double **a) { for (int i = 0; i < n; i++) add(m, a[i]); }",
                2, "x") == thrice);
}

TEST_CASE("LU2 of the samples: a triangle of products") {
  const std::string lu2 = R"(void f(double *a, const double *l, const double *u, int n) {
  int i, j, k;
#pragma omp parallel for private(i, j, k)
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j)
      for (k = 0; k <= i; ++k)
        a[i * n + j] = a[i * n + j] + l[i * n + k] * u[k * n + j];
})";
  const std::string each = "(4*n^3 + 4*n^2 if n >= 0)";
  CHECK(touched(lu2, 6, "l") ==
        each + ", (4*n^2 + 4*n if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
  CHECK(touched(lu2, 6, "u") == each + ", " + each + ", (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
  CHECK(touched(lu2, 6, "a") ==
        "(8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0), (8*n^2 if n >= 0)");
}

TEST_CASE("blocks of a matrix are touched block by block") {
  const std::string blocked = R"(static int min(int a, int b) { return a < b ? a : b; }
void f(int n, double *a) {
  for (int ii = 0; ii < n; ii += 32)
    for (int jj = 0; jj < n; jj += 32)
      for (int i = ii; i < min(ii + 32, n); i++)
        for (int j = jj; j < min(jj + 32, n); j++)
          a[i*n+j] += 1;
})";
  // A block is 32 wide: the rows' last blocks are not cut off.
  const std::string all = "(8192*floor((n + 31)/32)^2 if n >= -31)";
  CHECK(touched(blocked, 6, "a") ==
        "(8*n^2 if n >= 0), (8*n^2 if n >= 0), (256*floor((n + 31)/32)*n if n >= 0), " + all +
            ", " + all);
}
