// The serial program of the same source with the same plan: what has no probes there has no twin, and
// its work is in the twin around it.
// PLAN: tare-plan 1
// PLAN: leave-out plan_serial.c#main#critical#0 short
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s --role serial '--more=--plan %t.plan' | %check %s
// RUN: %case %s --role serial | %check %s --check-prefix=ALL
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 4; i++) {
#pragma omp critical
      n++;
    }
#pragma omp single
    n++;
  }
  printf("%d\n", n);
  return 0;
}
// CHECK-NOT: twin=plan_serial.c#main#critical
// CHECK: twin=plan_serial.c#main#for#0
// CHECK-NOT: twin=plan_serial.c#main#critical
// CHECK: twin=plan_serial.c#main#single#0
// ALL: twin=plan_serial.c#main#critical#0
