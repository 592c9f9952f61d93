/* SPDX-License-Identifier: Apache-2.0
 * A triangular loop: with a static schedule the last thread has most of the work. */
#include <stdio.h>
#include <stdlib.h>

/* A chain of dependent steps: its time is its length, nothing else. */
static unsigned chain(unsigned seed, int steps) {
  for (int i = 0; i < steps; ++i)
    seed = seed * 1664525u + 1013904223u;
  return seed;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000;
  unsigned sum = 0;
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (int row = 0; row < n; ++row)
      sum += chain((unsigned)row, row);
  }
  printf("%u\n", sum);
  return 0;
}
