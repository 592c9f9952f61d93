// tare: treatment: for measured 3
// tare: treatment: parallel for measured 1
// Loops without iterations, and with fewer than threads.
#include <stdio.h>

int main(void) {
  int n = 0, zero = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < zero; i++)
      n += 100;
#pragma omp for schedule(dynamic)
    for (int i = 5; i < 3; i++)
      n += 100;
#pragma omp for reduction(+ : n)
    for (int i = 0; i < 1; i++)
      n++;
  }
#pragma omp parallel for
  for (unsigned i = 3; i < 3; i++)
    n += 100;
  printf("%d\n", n);
  return n != 1;
}
