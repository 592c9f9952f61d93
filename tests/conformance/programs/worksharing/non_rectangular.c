// tare: treatment: for measured 1
// tare: treatment: parallel for measured 1
// Collapsed nests in which the inner bounds depend on the outer variable.
#include <stdio.h>

int main(void) {
  int sum = 0, n = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < 20; i++)
    for (int j = i; j < 20; j++)
      sum += i * j;
#pragma omp parallel
#pragma omp for collapse(2) reduction(+ : n)
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 2 * i + 1; j++)
      n++;
  printf("%d %d\n", sum, n);
  return !(sum == 19285 && n == 144);
}
