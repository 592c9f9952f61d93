// RUN: %case %s | %check %s
#include <stdio.h>

#define PRAGMA(text) _Pragma(#text)
#define LOOP PRAGMA(omp parallel for schedule(static, CHUNK))
#define CHUNK 4
#define LOCKED(what) PRAGMA(omp critical) { what; }
#define TWO(x, y) PRAGMA(omp critical(one)) x++; PRAGMA(omp critical(two)) y++;

int main(void) {
  int a[20], n = 0, first = 0, second = 0;
  LOOP for (int i = 0; i < 20; i++) a[i] = i;
#pragma omp parallel num_threads(2)
  {
    LOCKED(n++)
    TWO(first, second)
  }
  printf("%d %d %d %d\n", a[19], n, first, second);
  return 0;
}
// CHECK: #pragma omp for schedule(static, 4) nowait
// CHECK: lock_wait_sampled(&tare_m, [[A:[0-9]+]]u);
// CHECK-NEXT: #pragma omp critical
// CHECK: #pragma omp critical{{ ?}}(one)
// CHECK: lock_release
// CHECK: #pragma omp critical{{ ?}}(two)
// CHECK: NODE critical#0 line 15 [critical] measured
// CHECK: NODE critical#1 line 16 [critical{{ ?}}(one)] measured
// CHECK: NODE critical#2 line 16 [critical{{ ?}}(two)] measured
