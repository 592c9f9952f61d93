// Several pragmas over one unbraced statement.
#include "../expect.h"

int main(void) {
  int data[32] = {0}, sum = 0, hits = 0, limit = 16;
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 32; i++)
    data[i] = i;
#pragma omp parallel
#pragma omp single
#pragma omp task
#pragma omp critical
  sum += 5;
#pragma omp parallel
#pragma omp master
#pragma omp critical(a)
#pragma omp critical(b)
  sum += 7;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    if (data[i] < limit)
#pragma omp atomic
      hits++;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
#pragma omp task shared(sum)
#pragma omp atomic
  sum += 1;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
#pragma omp critical
#pragma omp atomic
    sum += data[i];
#pragma omp parallel
#pragma omp sections
  {
#pragma omp section
#pragma omp atomic
    sum++;
#pragma omp section
#pragma omp critical
    {
#pragma omp atomic
      sum++;
    }
  }
  printf("%d %d\n", sum, hits);
  EXPECT_EQ(sum, 5 + 7 + 1 + 496 + 2);
  EXPECT_EQ(hits, 16);
  return 0;
}
