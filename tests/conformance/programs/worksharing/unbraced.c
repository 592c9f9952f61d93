// tare: treatment: for measured 4
// tare: treatment: parallel for measured 2
// Worksharing as the unbraced branch of if and else, in do, while, switch and for.
#include <stdio.h>

int main(int argc, char **argv) {
  int sum = 0, n = 0;
  (void)argv;
  if (argc > 0)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
      sum += i;
  else
#pragma omp parallel for reduction(- : sum)
    for (int i = 0; i < 10; i++)
      sum -= i;
#pragma omp parallel
  {
    int k = 0;
    do
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < 10; i++)
        sum += i;
    while (k++ < 2);
    while (k-- > 1)
#pragma omp for reduction(+ : n)
      for (int i = 0; i < 10; i++)
        n++;
    switch (k)
    default:
#pragma omp for reduction(+ : n)
      for (int i = 0; i < 10; i++)
        n++;
    for (int j = 0; j < 2; j++)
#pragma omp for reduction(+ : n)
      for (int i = 0; i < 10; i++)
        n++;
  }
  printf("%d %d\n", sum, n);
  return !(sum == 180 && n == 50);
}
