/* SPDX-License-Identifier: Apache-2.0
 *
 * What threads share that have a core each: the memory (McCalpin's triad), and the clock. */
#define _GNU_SOURCE
#include "rounds.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PASSES = 4 };
static const size_t least_bytes = (size_t)32 << 20, most_bytes = (size_t)256 << 20;

/* Of each of three arrays: together more than the last cache, so far as it is known. */
static size_t array_bytes(void) {
  long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  long pages = sysconf(_SC_AVPHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t bytes = cache > 0 ? (size_t)cache * 4 / 3 : least_bytes;
  if (bytes < least_bytes)
    bytes = least_bytes;
  if (bytes > most_bytes)
    bytes = most_bytes;
  if (pages > 0 && page > 0 && bytes > (size_t)pages * (size_t)page / 12)
    bytes = (size_t)pages * (size_t)page / 12;
  return bytes;
}

static double bandwidth(int threads, double *a, double *b, double *c, long count) {
  double best = 0;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (long i = 0; i < count; ++i)
    a[i] = 0, b[i] = 1, c[i] = 2;
  for (int pass = 0; pass < PASSES; ++pass) {
    uint64_t begin = clockNs();
#pragma omp parallel for num_threads(threads) schedule(static)
    for (long i = 0; i < count; ++i)
      a[i] = b[i] + 3 * c[i];
    double rate = 3.0 * sizeof(double) * (double)count / ((double)(clockNs() - begin) * 1e-9);
    if (rate > best)
      best = rate;
  }
  return best;
}

/* ns of a step while so many threads work: of the slowest. */
static double step_of(int threads) {
  double slowest = 0;
#pragma omp parallel num_threads(threads) reduction(max : slowest)
  for (int time = 0; time < 20; ++time) {
    double mine = stepNs();
    if (time == 0 || mine < slowest)
      slowest = mine;
  }
  return slowest;
}

void measure_rates(void) {
  long count = (long)(array_bytes() / sizeof(double));
  double *a = malloc((size_t)count * sizeof *a), *b = malloc((size_t)count * sizeof *b),
         *c = malloc((size_t)count * sizeof *c);
  int most = omp_get_max_threads();
  double one = 0;
  if (!a || !b || !c) {
    fprintf(stderr, "no memory to measure the bandwidth\n");
    exit(1);
  }
  for (int threads = 1;; threads = 2 * threads < most ? 2 * threads : most) {
    double step = step_of(threads);
    if (threads == 1)
      one = step;
    printf("rate %d %.0f %.4f\n", threads, bandwidth(threads, a, b, c, count), one / step);
    if (threads == most)
      break;
  }
  free(a), free(b), free(c);
}
