// SPDX-License-Identifier: Apache-2.0
// Fibonacci number by the recursive definition; a task for each call, down to a cut-off.
#include <stdio.h>
#include <stdlib.h>

#define CUT_OFF 20

static long serial_fibonacci(int n) {
  return n < 2 ? n : serial_fibonacci(n - 1) + serial_fibonacci(n - 2);
}

static long fibonacci(int n) {
  if (n < CUT_OFF)
    return serial_fibonacci(n);
  long a, b;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 39;
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(n);
  printf("fibonacci(%d) = %ld\n", n, result);
  return 0;
}
