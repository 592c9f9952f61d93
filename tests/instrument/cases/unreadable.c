// GCC's nested functions are unknown to Clang: that function is left alone, the others are not.
// RUN: %case %s --only=gcc --show=gcc | %check %s
#include <stdio.h>

static int strange(int n) {
  int add(int m) { return n + m; }
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += add(i);
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
// CHECK: NODE parallel#0 line 8 {{.*}} left alone (Clang cannot read line 6: {{.*}})
// CHECK: NODE parallel#0 line 16 {{.*}} measured
