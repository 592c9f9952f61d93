// Loops that every thread runs: the outermost of each nest, when control cannot jump out.
// RUN: %case %s | %check %s
#include <omp.h>
#include <stdio.h>

static int find(int *a) {
  int hit = 0;
#pragma omp parallel
  {
    int i, mine = 0, id = omp_get_thread_num();
    for (i = id; i < 10; i += 3)
      for (int j = 0; j < 10; j++)
        mine += j;
    do
      mine--;
    while (mine > 100);
    while (mine > 0) {
      mine -= 7;
      if (mine == 3)
        break;
    }
    for (i = 0; i < 9; i++)
      if (a[i] == 4)
        goto found;
  found:
#pragma omp single
    for (i = 0; i < 5; i++)
      hit += a[i];
#pragma GCC ivdep
    for (i = 0; i < 3; i++)
      mine += i;
  }
  return hit;
}

int main(void) {
  int a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  printf("%d\n", find(a));
  return 0;
}
// CHECK: { unsigned long tare_n1 = 0; work_begin(&tare_m, 2u); for (i = id; i < 10; i += 3)
// CHECK-NEXT: { ++tare_n1; for (int j = 0; j < 10; j++)
// CHECK-NEXT: mine += j; } work_end(&tare_m, 2u, tare_n1); }
// CHECK: { unsigned long tare_n2 = 0; work_begin({{.*}}); do
// CHECK-NEXT: { ++tare_n2; mine--; }
// CHECK-NEXT: while (mine > 100); work_end(
// CHECK: work_begin({{.*}}while (mine > 0)
// CHECK: { unsigned long tare_n6 = 0; work_begin({{.*}}
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: for (i = 0; i < 3; i++)
// CHECK-NEXT: { ++
// CHECK: NODE parallel#0 line 8 {{.*}}thread_num
// CHECK: NODE loop#0 line 11 [] measured () iterations
// CHECK: NODE loop#2 line 14 [] measured () iterations
// CHECK: NODE loop#3 line 17 [] measured () iterations
// CHECK: NODE loop#4 line 22 [] left alone (a goto in it)
// CHECK: NODE single#0 line 26
// CHECK-NEXT: NODE loop#6
