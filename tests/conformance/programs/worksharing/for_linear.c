// tare: treatment: for measured 1
// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  int j = 10, k = 0, a[64], bad = 0;
#pragma omp parallel
#pragma omp for linear(j : 2)
  for (int i = 0; i < 64; i++) {
    a[i] = j;
    j += 2;
  }
#pragma omp parallel for linear(k) reduction(+ : bad)
  for (int i = 0; i < 64; i++) {
    bad += a[i] != 10 + 2 * i || k != i;
    k++;
  }
  printf("%d %d %d\n", j, k, bad);
  return !(j == 138 && k == 64 && bad == 0);
}
