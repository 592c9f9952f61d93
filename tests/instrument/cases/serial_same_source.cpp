// The serial program of the same source: every construct is its own twin; pragmas do nothing there.
// RUN: %case --role serial %s | %check %s
#include <cstdio>
#ifdef _OPENMP
#error "read as with OpenMP"
#endif
#define SCHEDULE schedule(static, 4)

static int fib(int n) {
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  { y = fib(n - 2); }
#pragma omp taskwait
  return x + y;
}
template <class T> static T add(const T *a, int n) {
  T s = 0;
#pragma omp parallel for reduction(+ : s) SCHEDULE
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      continue;
    s += a[i];
  }
  return s;
}
int main() {
  int a[20], n = 0;
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 5; j++)
        a[5 * i + j] = i * j;
#pragma omp single
    n = fib(10);
#pragma omp sections
    {
      n++;
#pragma omp section
      n += 2;
    }
#pragma omp critical
    n += 3;
#pragma omp barrier
  }
  if (n > 1000)
#pragma omp parallel
    n++;
  std::printf("%d %d\n", n, add(a, 20));
}
// CHECK: { serial_begin(&tare_m, [[A:[0-9]+]]u);
// CHECK-NEXT: #pragma omp task shared(x)
// CHECK-NEXT: x = fib(n - 1); serial_end(&tare_m, [[A]]u, 1ul); }
// CHECK: #pragma omp taskwait
// CHECK-NEXT: return x + y;
// CHECK: { unsigned long tare_n[[F:[0-9]+]] = 0; serial_begin(&tare_m, [[F]]u);
// CHECK-NEXT: #pragma omp parallel for reduction(+ : s) schedule(static, 4)
// CHECK-NEXT: for (int i = 0; i < n; i++) { ++tare_n[[F]]; {
// CHECK: } } serial_end(&tare_m, [[F]]u, tare_n[[F]]); }
// CHECK: { serial_begin({{.*}}
// CHECK-NEXT: #pragma omp parallel
// CHECK: #pragma omp for collapse(2)
// CHECK: { ++tare_n{{.*}} a[5 * i + j] = i * j; }
// CHECK: #pragma omp single
// CHECK-NEXT: n = fib(10); serial_end(
// CHECK-NOT: #pragma omp section
// CHECK: n++; serial_end(
// CHECK: n += 2; serial_end(
// CHECK: n += 3; serial_end(
// CHECK: NODE task#0 line 13 {{.*}} measured () twin=serial_same_source.cpp#fib#task#0 by same source
// CHECK: NODE parallel#0 line 22 {{.*}} twin=serial_same_source.cpp#add#parallel#0 by same source
// CHECK: NODE for#0 line 22 {{.*}} iterations {{.*}}twin=serial_same_source.cpp#add#for#0 by same source
// CHECK-NOT: NODE sections
// CHECK-NOT: NODE barrier
