/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that only measure OpenMP itself.  They have no probes in either program:
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

/* All threads of a team, which begin together. */
static void by_team(void (*kernel)(long), long executions, struct timing *timing) {
#pragma omp parallel
  {
    align_team();
    first_starts(timing);
    kernel(executions);
    first_stops(timing);
  }
}

static void singles(long executions) {
  for (long k = 0; k < executions; ++k) {
#pragma omp single
    EMPTY;
  }
}

static void shared_loops(long executions) {
  for (long k = 0; k < executions; ++k) {
#pragma omp for schedule(static)
    for (int i = 0; i < 64; ++i)
      EMPTY;
  }
}

/* In turns: two iterations that follow each other are different threads'. */
static void ordered_parts(long executions) {
#pragma omp for ordered schedule(static, 1)
  for (long k = 0; k < executions; ++k) {
#pragma omp ordered
    EMPTY;
  }
}

/* Iterations that threads fetch one by one, all from the same loop. */
static void dispatched_iterations(long executions) {
#pragma omp for schedule(dynamic, 1)
  for (long k = 0; k < executions; ++k)
    EMPTY;
}

void single(long executions, struct timing *timing) { by_team(singles, executions, timing); }

void shared_loop(long executions, struct timing *timing) {
  by_team(shared_loops, executions, timing);
}

void ordered(long executions, struct timing *timing) { by_team(ordered_parts, executions, timing); }

void dispatched(long executions, struct timing *timing) {
  by_team(dispatched_iterations, executions, timing);
}

void other(struct timing *timing) {
#pragma omp parallel
  if (is_first())
    BACK_TO_BACK(timing) { other_work(); }
}
