// A kind of probe that is left out: what is around holds what it measured, and says so.
// RUN: %case %s '--more=--without critical --without barriers' | %check %s
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    n++;
#pragma omp for
    for (int i = 0; i < 4; i++)
      ;
#pragma omp barrier
  }
  printf("%d\n", n);
  return 0;
}
// CHECK-NOT: lock_wait
// CHECK-NOT: barrier_arrive
// CHECK: NODE parallel#0 line 7 {{.*}} measured () opaque=left out
// CHECK: NODE critical#0 line 9 [critical] left alone (left out on request)
// CHECK: NODE for#0 line 11 [for] measured () opaque=left out
// CHECK: NODE barrier#0 line 14 [barrier] left alone (left out on request)
