// tare: threads: 1 2 3 4 7
// tare: treatment: parallel measured 1
// tare: treatment: parallel for measured 1
// Team sizes that are no power of two, more threads than cores, more threads than iterations.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int sum = 0, size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
  for (int i = 0; i < 5; i++)
    sum += i * omp_get_num_threads();
  printf("%d %d\n", size, sum);
  return sum != 10 * size;
}
