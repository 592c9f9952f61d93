// SPDX-License-Identifier: Apache-2.0
// Adds up the lengths of all Collatz sequences that begin below a limit, by halving the range.
#include <stdio.h>
#include <stdlib.h>

enum { smallest_range = 2000 };

static long all_lengths(long begin, long end) {
  if (end - begin <= smallest_range) {
    long sum = 0;
    for (long start = begin; start < end; ++start) {
      for (long n = start; n > 1; n = n % 2 ? 3 * n + 1 : n / 2) {
        ++sum;
      }
    }
    return sum;
  }
  const long middle = begin + (end - begin) / 2;
  long lower = 0, upper = 0;
#pragma omp task shared(lower)
  lower = all_lengths(begin, middle);
#pragma omp taskwait
#pragma omp task shared(upper)
  upper = all_lengths(middle, end);
#pragma omp taskwait
  return lower + upper;
}

int main(int argc, char** argv) {
  const long limit = 1000000L * (argc > 1 ? atoi(argv[1]) : 1);
  long sum = 0;
#pragma omp parallel
#pragma omp single
  sum = all_lengths(1, limit);
  printf("%ld steps below %ld\n", sum, limit);
  return 0;
}
