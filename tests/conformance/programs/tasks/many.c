// tare: treatment: task measured 1
// Ten thousand tiny tasks from one thread, and from all.
#include <stdio.h>

int main(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp for
  for (int j = 0; j < 10; j++)
    for (int i = 0; i < 1000; i++)
#pragma omp task shared(sum)
#pragma omp atomic
      sum += i;
  printf("%ld\n", sum);
  return sum != 4995000;
}
