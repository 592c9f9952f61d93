/* tare: flags: -std=c89 -pedantic-errors -Wall -Wextra -Werror -Wdeclaration-after-statement */
/* Strict C89: declarations first, no line comments, no long long, no mixed code. */
#include "../expect.h"

static int sum_of(const int *values, int n) {
  int i, sum = 0;
#pragma omp parallel for reduction(+ : sum) private(i)
  for (i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

int main(void) {
  int values[20];
  int i, j, total = 0, hits = 0;
#pragma omp parallel for
  for (i = 0; i < 20; i++) {
    int square = i * i;
    values[i] = square - i * (i - 1);
  }
  {
    int inner = 1;
#pragma omp parallel private(i, j) reduction(+ : total)
    {
      int mine = inner;
#pragma omp for nowait
      for (i = 0; i < 20; i++) {
        int two = 2;
        for (j = 0; j < two; j++)
          total += mine;
      }
#pragma omp critical
      hits += mine - 1;
#pragma omp single
      {
        int extra = 5;
        total += extra;
      }
#pragma omp sections
      {
#pragma omp section
        {
          int extra = 1;
          total += extra;
        }
#pragma omp section
        total++;
      }
#pragma omp master
#pragma omp task
      {
        int extra = 0;
#pragma omp atomic
        hits += extra;
      }
#pragma omp barrier
    }
  }
  printf("%d %d %d\n", sum_of(values, 20), total, hits);
  EXPECT_EQ(sum_of(values, 20), 190);
  EXPECT_EQ(total, 40 + 5 + 2);
  EXPECT_EQ(hits, 0);
  return 0;
}
