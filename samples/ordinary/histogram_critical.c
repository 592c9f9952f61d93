// SPDX-License-Identifier: Apache-2.0
// Histogram of how many steps the numbers up to n take to reach 1 in the Collatz sequence.
// A critical section protects the histogram.
#include <stdio.h>
#include <stdlib.h>

#define BINS 100

static int collatz_steps(long n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000000;
  long histogram[BINS] = {0};

#pragma omp parallel for
  for (long i = 1; i <= n; i++) {
    int bin = collatz_steps(i) / 10;
    if (bin >= BINS)
      bin = BINS - 1;
#pragma omp critical
    histogram[bin]++;
  }

  long checksum = 0;
  int fullest = 0;
  for (int b = 0; b < BINS; b++) {
    checksum += (b + 1) * histogram[b];
    if (histogram[b] > histogram[fullest])
      fullest = b;
  }
  printf("most frequent: from %d steps, checksum %ld\n", fullest * 10, checksum);
  return 0;
}
