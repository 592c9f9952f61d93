// What Clang makes of the text behind a thing that it cannot read is uncertain: the functions behind
// are measured all the same.
// RUN: %case %s --only=gcc --show=gcc | %check %s
#include <stdio.h>

static int strange(int n) {
  auto int later(int m);
  int sum = later(n);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += i;
  int later(int m) { return m < 1 ? 0 : m + later(m - 1); }
  return sum;
}

static int plain(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += i;
  return sum;
}

int main(void) {
  printf("%d %d\n", strange(2), plain());
  return 0;
}
// CHECK-DAG: NODE {{.*}} line 9 [parallel for {{.*}} left alone (Clang cannot read line
// CHECK-DAG: NODE parallel#0 line 18 [parallel for {{.*}} measured
