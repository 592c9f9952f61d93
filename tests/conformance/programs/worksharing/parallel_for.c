// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += i;
  printf("%ld\n", sum);
  return sum != 499500;
}
