/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels of which only what OpenMP itself takes is asked.  They have no probes in either program:
 * what those take is known from the kernels of scale.c. */
#include "scale.h"

#define EMPTY __asm__ volatile("" ::: "memory")

void reduction(long executions) {
  static int sum;
  for (long k = 0; k < executions; ++k) {
#pragma omp parallel reduction(+ : sum)
    sum += 1;
  }
}

void single(long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
    for (long k = 0; k < executions; ++k) {
#pragma omp single
      EMPTY;
    }
    first_stops(timing);
  }
}

void shared_loop(long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
    for (long k = 0; k < executions; ++k) {
#pragma omp for schedule(static)
      for (int i = 0; i < 64; ++i)
        EMPTY;
    }
    first_stops(timing);
  }
}

/* In turns: of two that follow each other each is another thread's. */
void ordered(long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
#pragma omp for ordered schedule(static, 1)
    for (long k = 0; k < executions; ++k) {
#pragma omp ordered
      EMPTY;
    }
    first_stops(timing);
  }
}
