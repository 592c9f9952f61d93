/* A program that ends in its first region, which has a reduction: what it shows of that region is the
 * start of the OpenMP runtime. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    for (int i = 0; i < 100000; i++)
      sum += 1.0 / (1 + i);
#pragma omp critical
    if (sum > 0)
      abort();
  }
  printf("%.6g\n", sum);
  return 0;
}
