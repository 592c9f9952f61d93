// Pragmas inside #if, #elif, #else over one loop, and closing braces inside #ifdef.
#include "../expect.h"

#define MODE 2

static int sum_of(const int *a, int n) {
  int sum = 0;
#if MODE == 1
#pragma omp parallel for reduction(+ : sum) schedule(static)
#elif MODE == 2
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3)
#else
#pragma omp parallel for reduction(+ : sum) schedule(guided)
#endif
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int main(void) {
  int a[50], threads = 1;
#ifdef _OPENMP
#pragma omp parallel
  {
#pragma omp single
#endif
    for (int i = 0; i < 50; i++)
      a[i] = i;
#ifdef _OPENMP
  }
#endif
#ifndef _OPENMP
  threads = 0;
#else
#pragma omp parallel
#pragma omp single
  threads = 1;
#endif
#if 0
#pragma omp parallel for this is never seen
#endif
  printf("%d %d\n", sum_of(a, 50), threads);
  EXPECT_EQ(sum_of(a, 50), 1225);
  EXPECT_EQ(threads, 1);
  return 0;
}
