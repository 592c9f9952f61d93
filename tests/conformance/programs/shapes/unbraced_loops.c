// do-while, while and for without braces around and inside constructs.
#include "../expect.h"

int main(void) {
  int rounds = 0, sum = 0, n = 3;
  do
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 5; i++)
      sum += i;
  while (++rounds < 4);
  while (n-- > 0)
#pragma omp parallel
#pragma omp single
    sum += 100;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
#pragma omp parallel reduction(+ : sum)
#pragma omp master
      sum += 1000;
#pragma omp parallel
#pragma omp single
  while (n < 5)
    n++;
#pragma omp parallel
#pragma omp single
  do
    n--;
  while (n > 0);
#pragma omp parallel
#pragma omp critical
  for (int i = 0; i < 3; i++)
    if (i == 1)
      n += 0;
    else
      n -= 0;
#pragma omp parallel
#pragma omp master
  if (n == 0)
    n = 7;
  else
    n = 8;
  printf("%d %d %d\n", sum, rounds, n);
  EXPECT_EQ(sum, 40 + 300 + 6000);
  EXPECT_EQ(rounds, 4);
  EXPECT_EQ(n, 7);
  return 0;
}
