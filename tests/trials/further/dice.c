// SPDX-License-Identifier: Apache-2.0
// Throws a die many times, and prints how often it shows a six and what the throws sum to.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  const long throws = 10000000L * (argc > 1 ? atoi(argv[1]) : 1);
  long sixes = 0, sum = 0;
  srand(1);
#pragma omp parallel for reduction(+ : sixes, sum)
  for (long i = 0; i < throws; ++i) {
    const int face = rand() % 6 + 1;
    sixes += face == 6;
    sum += face;
  }
  printf("%ld sixes, sum %ld\n", sixes, sum);
  return 0;
}
