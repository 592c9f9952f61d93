/* SPDX-License-Identifier: Apache-2.0
 * Events for bench/read_rate.py: argv[1] regions with 30 barriers each, a loop before every one. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 100, sum = 0;
  for (long round = 0; round < rounds; ++round) {
#pragma omp parallel reduction(+ : sum)
    for (int step = 0; step < 30; ++step) {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < 64; ++i)
        sum += i ^ step;
#pragma omp single nowait
      ++sum;
#pragma omp barrier
    }
  }
  printf("%ld\n", sum);
  return 0;
}
