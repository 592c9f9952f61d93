// tare: treatment: parallel for measured 1
// tare: treatment: parallel measured 1
// Variable-length arrays and pointers to them in data clauses.
#include <stdio.h>

static long fill(int n) {
  int a[n], m[n][n];
  long sum = 0;
#pragma omp parallel for shared(a, m) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    a[i] = i;
    for (int j = 0; j < n; j++)
      m[i][j] = i * j;
    sum += m[i][n - 1];
  }
#pragma omp parallel firstprivate(a) reduction(max : sum)
  {
    long mine = 0;
    for (int i = 0; i < n; i++)
      mine += a[i]++;
    sum = mine > sum ? mine : sum;
  }
  return sum + a[n - 1];
}

int main(void) {
  long r = fill(20);
  printf("%ld\n", r);
  return r != 190 * 19 + 19;
}
