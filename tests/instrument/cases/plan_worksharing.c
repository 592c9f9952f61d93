// A plan leaves single constructs out: their directives stay as they were, what is around says so.
// PLAN: tare-plan 1
// PLAN: # the second of each is measured
// PLAN: leave-out plan_worksharing.c#main#for#0 4 % of T_p
// PLAN: leave-out plan_worksharing.c#main#single#0 short
// PLAN: leave-out plan_worksharing.c#main#barrier#0 short
// PLAN: leave-out plan_worksharing.c#main#critical#0 short
// PLAN: leave-out plan_worksharing.c#main#master#0 short
// PLAN: leave-out plan_worksharing.c#main#section#1 short
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s '--more=--plan %t.plan' | %check %s
#include <stdio.h>

int main(void) {
  int n = 0, m = 0;
#pragma omp parallel num_threads(2) default(none) shared(n, m)
  {
#pragma omp for
    for (int i = 0; i < 4; i++) {
#pragma omp critical
      n++;
    }
#pragma omp single
    m = 1;
#pragma omp barrier
#pragma omp critical
    n++;
#pragma omp master
    n++;
#pragma omp sections
    {
#pragma omp section
      m++;
#pragma omp section
      m++;
    }
#pragma omp for
    for (int i = 0; i < 4; i++)
      ;
  }
  printf("%d\n", n);
  return 0;
}
// CHECK: #pragma omp parallel num_threads(2) default(shared)
// CHECK: { region_start
// CHECK-NEXT: #pragma omp for{{$}}
// CHECK-NEXT: for (int i = 0; i < 4; i++) {
// CHECK-NEXT: #pragma omp critical
// CHECK-NEXT: n++;
// CHECK: #pragma omp single{{$}}
// CHECK-NEXT: m = 1;
// CHECK-NEXT: #pragma omp barrier
// CHECK: lock_wait
// CHECK-NEXT: #pragma omp critical
// CHECK: #pragma omp master{{$}}
// CHECK-NEXT: n++;
// CHECK-NEXT: #pragma omp sections{{ ?$}}
// CHECK-NEXT: {
// CHECK-NEXT: #pragma omp section{{ ?$}}
// CHECK-NEXT: m++;
// CHECK-NEXT: #pragma omp section{{ ?$}}
// CHECK-NEXT: m++;
// CHECK-NEXT: }
// CHECK-NEXT: work_begin(&tare_m, 11u);
// CHECK-NEXT: #pragma omp for nowait
// CHECK: NODE parallel#0 line 16 {{.*}} measured () opaque=left out
// CHECK: NODE for#0 line 18 [for] left out by the plan (4 % of T_p)
// CHECK-NOT: opaque
// CHECK: NODE critical#0 line 20 [critical] left out by the plan (short)
// CHECK: NODE single#0 line 23 [single] left out by the plan (short)
// CHECK: NODE barrier#0 line 25 [barrier] left out by the plan (short)
// CHECK: NODE critical#1 line 26 [critical] measured
// CHECK: NODE master#0 line 28 [master] left out by the plan (short)
// CHECK: NODE sections#0 line 30 [sections] left out by the plan (one of these sections is left out)
// CHECK: NODE section#0 line 32 [section] left out by the plan (one of these sections is left out)
// CHECK: NODE section#1 line 34 [section] left out by the plan (short)
// CHECK: NODE for#1 line 37 [for] measured () iterations
