// tare: flags: -DPARALLEL
// tare: treatment: parallel for measured 2
// #ifdef and #else pragmas over one loop, a pragma inside #if, conditional clauses.
#include <stdio.h>

#ifdef _OPENMP
#define IS_OPENMP 1
#else
#define IS_OPENMP 0
#endif

int main(void) {
  int sum = 0, n = 0;
#ifdef PARALLEL
#pragma omp parallel for reduction(+ : sum)
#else
#pragma omp simd reduction(+ : sum)
#endif
  for (int i = 0; i < 60; i++)
    sum += i;
#if defined(OTHER)
#pragma omp parallel
#elif _OPENMP >= 201511
#pragma omp parallel for reduction(+ : n)
#endif
  for (int i = 0; i < 60; i++) {
#ifndef PARALLEL
    n += 2;
#else
    n++;
#endif
  }
  printf("%d %d %d\n", sum, n, IS_OPENMP);
  return !(sum == 1770 && n == 60);
}
