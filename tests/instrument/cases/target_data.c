// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[8] = {0}, n = 0;
#pragma omp target enter data map(to : a)
#pragma omp target data map(tofrom : n)
  {
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 8; i++)
      n++;
  }
#pragma omp target parallel for map(tofrom : a)
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp target simd map(tofrom : a)
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp target parallel map(tofrom : a)
  a[0] = 3;
#pragma omp target update from(a)
#pragma omp target exit data map(from : a)
#pragma omp target teams loop map(tofrom : a)
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait depend(out : a) map(tofrom : a)
    a[1]++;
#pragma omp taskwait
  }
  printf("%d %d %d\n", n, a[0], a[1]);
  return 0;
}
// CHECK: { work_begin(&tare_m, 1u);
// CHECK-NEXT: #pragma omp target enter data map(to : a)
// CHECK-NEXT: work_end(&tare_m, 1u, ~0ul); }
// CHECK: #pragma omp parallel shared(tare_r
// CHECK: NODE target#0 {{.*}} outside (copies to and from a device are not parted) opaque=target
// CHECK: NODE target#1 {{.*}} left alone (its body is code of what is around it)
// CHECK: NODE parallel#0 {{.*}} measured
// CHECK: NODE target#2 {{.*}} outside (device constructs are not measured inside) opaque=target
// CHECK: [target update from(a)] outside
// CHECK: [target exit data map(from : a)] outside
// CHECK: [target teams loop map(tofrom : a)] outside
// CHECK: NODE parallel#1 {{.*}} measured () opaque=tasks
// CHECK: [target nowait {{.*}}] outside
