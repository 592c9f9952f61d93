// tare: treatment: parallel for measured 2
// A schedule whose arguments come from macros, and a continuation line.
#include <stdio.h>

#define KIND dynamic
#define SIZE 2
#define SCHEDULE schedule(KIND, SIZE)

int main(void) {
  int sum = 0;
#pragma omp parallel for schedule(KIND, SIZE) \
    reduction(+ : sum)
  for (int i = 0; i < 30; i++)
    sum += i;
#pragma omp parallel for SCHEDULE reduction(+ : sum)
  for (int i = 0; i < 30; i++)
    sum += i;
  printf("%d\n", sum);
  return sum != 870;
}
