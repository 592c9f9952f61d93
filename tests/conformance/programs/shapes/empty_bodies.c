// Constructs with nothing in them.
#include "../expect.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
  ;
#pragma omp parallel
  {
  }
#pragma omp parallel
  {
    ;
    {}
#pragma omp single
    ;
#pragma omp single
    {
    }
#pragma omp master
    ;
#pragma omp critical
    {
    }
#pragma omp critical(x)
    ;
#pragma omp for
    for (int i = 0; i < 0; i++)
      ;
#pragma omp for nowait
    for (int i = 0; i < 5; i++) {
    }
#pragma omp sections
    {
#pragma omp section
      ;
#pragma omp section
      {
      }
    }
#pragma omp barrier
#pragma omp task
    ;
#pragma omp taskgroup
    {
    }
#pragma omp taskwait
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 10; i < 0; i++)
    sum++;
#pragma omp parallel sections
  {
#pragma omp section
    {
    }
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 0);
  return 0;
}
