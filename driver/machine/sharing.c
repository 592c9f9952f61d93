/* SPDX-License-Identifier: Apache-2.0
 *
 * What all threads want at once: a lock, and the iterations of a loop. */
#include "rounds.h"

#include <omp.h>
#include <stdio.h>

enum { SECTION_STEPS = 50, ACQUISITIONS = 4000, ITERATIONS = 20000 };

/* ns of one acquisition beyond the section and what is around it. */
static double lock_ns(void) {
  double step_ns = stepNs();
  int threads = omp_get_max_threads();
  uint64_t begin = clockNs();
#pragma omp parallel
  for (int k = 0; k < ACQUISITIONS; ++k) {
#pragma omp critical
    work(SECTION_STEPS);
    work(1);
  }
  return (double)(clockNs() - begin) / ((double)threads * ACQUISITIONS) - SECTION_STEPS * step_ns;
}

/* ns of a thread for one iteration. */
static double dispatch_ns(void) {
  int threads = omp_get_max_threads();
  long all = (long)threads * ITERATIONS;
  uint64_t begin = clockNs();
#pragma omp parallel for schedule(dynamic, 1)
  for (long i = 0; i < all; ++i)
    __asm__ volatile("" ::: "memory");
  return (double)(clockNs() - begin) / ITERATIONS;
}

static void measure(const char *name, double (*figure)(void)) {
  double values[BATCHES];
  figure();
  for (int batch = 0; batch < BATCHES; ++batch)
    values[batch] = figure();
  print_figure(name, values);
}

void measure_sharing(void) {
  measure("lock", lock_ns);
  measure("dispatch", dispatch_ns);
}
