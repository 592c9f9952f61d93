/* SPDX-License-Identifier: Apache-2.0
 * Tasks that create tasks and wait for them, and a region inside a region. 2 * 3 + 1 regions,
 * tasks: 2 * (calls of fib(9) above the leaves). */
#include "work.h"
#include <stdio.h>

static long fib(int n) {
  long a, b;
  if (n < 2) {
    work(3000);
    return n;
  }
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  sum = fib(12);
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(1)
    work(20000);
  }
  printf("%ld\n", sum);
  return sum == 144 ? 0 : 1;
}
