// One node for all instantiations.
// RUN: %case %s | %check %s
#include <cstdio>
#include <vector>

template <class T, int depth> struct Sum {
  T total = 0;
  void add(const std::vector<T> &values) {
    T sum = 0;
#pragma omp parallel for schedule(static, depth) reduction(+ : sum)
    for (std::size_t i = 0; i < values.size(); i++)
      sum += values[i];
    total += sum;
  }
};

template <class T> T half(T value) {
  T out = 0;
#pragma omp parallel
#pragma omp single
  out = value / 2;
  return out;
}

int main() {
  Sum<int, 2> a;
  Sum<double, 1> b;
  a.add({1, 2, 3});
  b.add({1, 2, 3});
  std::printf("%d %g %d %g\n", a.total, b.total, half(8), half(5.0));
}
// CHECK: { unsigned long tare_n0 = 0; work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for schedule(static, depth) reduction(+ : sum) nowait
// CHECK: NODE parallel#0 line 10
// CHECK: NODE for#0 line 10
// CHECK: NODE parallel#0 line 19
// CHECK: NODE single#0 line 20
// CHECK-NEXT: NODE call#0 line 28 [Sum<int, 2>::add] measured
// CHECK-NEXT: NODE call#1 line 29 [Sum<double, 1>::add] measured
// CHECK-NEXT: NODE call#2 line 30 [printf, half] measured
// CHECK-NOT: NODE
