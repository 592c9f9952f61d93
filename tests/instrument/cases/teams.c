// RUN: %case %s | %check %s
#include <stdio.h>

static void rows(int *a) {
#pragma omp distribute parallel for
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp distribute
  for (int i = 0; i < 8; i++)
    a[i]++;
}

int main(void) {
  int a[8] = {0}, n = 0;
#pragma omp teams num_teams(2) thread_limit(2)
  rows(a);
#pragma omp teams distribute num_teams(2) reduction(+ : n)
  for (int i = 0; i < 8; i++)
    n += a[i];
#pragma omp teams distribute parallel for simd num_teams(2)
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp teams distribute simd
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp teams distribute parallel for
  for (int i = 0; i < 8; i++)
    a[i]++;
#pragma omp teams loop
  for (int i = 0; i < 8; i++)
    a[i]++;
  printf("%d %d\n", n, a[3]);
  return 0;
}
// CHECK: NODE {{.*}} [distribute parallel for] outside (teams are not measured inside) opaque=teams
// CHECK: NODE {{.*}} [distribute] left alone (teams are not measured inside)
// CHECK: NODE teams#0 {{.*}} outside (teams are not measured inside) opaque=teams
// CHECK: NODE teams#1 {{.*}} outside
// CHECK: NODE teams#2 {{.*}} outside
// CHECK: NODE teams#3 {{.*}} outside
// CHECK: NODE teams#4 {{.*}} outside
// CHECK: NODE teams#5 {{.*}} [teams loop] outside
