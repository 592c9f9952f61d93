// Clauses of a table where types and values depend on a template, where constants have names, and
// of directives with simd.
// RUN: %case %s --clauses --flags=-std=c++17 | %check %s
#include <cstdio>
#include <vector>

constexpr int twice(int n) { return 2 * n; }
const int known = 3;

namespace app {
#pragma omp declare reduction(merge : std::vector<int> : omp_out.insert(                           \
        omp_out.end(), omp_in.begin(), omp_in.end()))
} // namespace app

template <int threads, class T> T total(const T *values, int n) {
  T sum = T(), pair[2] = {T(), T()};
#pragma omp parallel for num_threads(threads) reduction(+ : sum, pair[0 : 2]) schedule(static, twice(threads))
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum;
}
// CHECK: NODE parallel#0
// CHECK-NEXT: CLAUSE num_threads expression(threads){{$}}
// CHECK-NEXT: CLAUSE reduction items(sum: 0, pair[0 : 2]: 0) expression(+){{$}}
// CHECK-NEXT: CLAUSE schedule words(static) expression(twice(threads)){{$}}

int main() {
  std::vector<int> list;
  double values[64] = {1};
  int k = 0;
#pragma omp parallel num_threads(known) reduction(app::merge : list) if (sizeof(double) > 4)
  list.push_back(1);
  // CHECK: NODE parallel#0
  // CHECK-NEXT: CLAUSE num_threads expression(known) value(3){{$}}
  // CHECK-NEXT: CLAUSE reduction items(list: {{[0-9]+}}) expression(app::merge){{$}}
  // CHECK-NEXT: CLAUSE if expression(sizeof(double) > 4) value(1){{$}}

#pragma omp parallel for simd linear(k : 2) aligned(values : twice(4)) safelen(8) simdlen(known + 1)          \
    if (simd : k < 64) schedule(simd, nonmonotonic : guided)
  for (int i = 0; i < 32; i++) {
    values[i] += i;
    k += 2;
  }
  // CHECK: NODE parallel#1
  // CHECK-NEXT: CLAUSE linear items(k: 4) expression(2) value(2){{$}}
  // CHECK-NEXT: CLAUSE aligned items(values: 512) expression(twice(4)) value(8){{$}}
  // CHECK-NEXT: CLAUSE safelen expression(8) value(8){{$}}
  // CHECK-NEXT: CLAUSE simdlen expression(known + 1) value(4){{$}}
  // CHECK-NEXT: CLAUSE if words(simd) expression(k < 64){{$}}
  // CHECK-NEXT: CLAUSE schedule words(simd, nonmonotonic, guided){{$}}
  double all = total<2>(values, 64);
  std::printf("%d %d %g\n", int(list.size()), k, all);
}
