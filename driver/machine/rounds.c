/* SPDX-License-Identifier: Apache-2.0
 *
 * Rounds of known work: what they take beyond it. */
#include "rounds.h"

#include <omp.h>
#include <stdio.h>

static void barriers(long rounds, long steps, int alone) {
#pragma omp parallel
  {
    long mine = alone && omp_get_thread_num() > 0 ? 0 : steps;
    for (long round = 0; round < rounds; ++round) {
      work(mine);
#pragma omp barrier
    }
  }
}

/* Alone, the work is serial code between two regions. */
static void regions(long rounds, long steps, int alone) {
  for (long round = 0; round < rounds; ++round) {
    if (alone)
      work(steps);
#pragma omp parallel
    work(alone ? 0 : steps);
  }
}

typedef void rounds_of(long rounds, long steps, int alone);

/* The work is timed again for each batch: a clock changes. */
static void measure(const char *kind, rounds_of *run, int alone, double work_ns, double crowd) {
  double beyond[BATCHES];
  char name[64];
  double busy_ns = work_ns * (alone ? 1 : crowd);
  long rounds = times(busy_ns + 5e3);
  run(1, 1, alone);
  for (int batch = 0; batch < BATCHES; ++batch) {
    double step_ns = stepNs();
    long steps = (long)(work_ns / step_ns);
    double ideal = (double)steps * step_ns * (alone ? 1 : crowd);
    uint64_t begin = clockNs();
    run(rounds, steps, alone);
    beyond[batch] = (double)(clockNs() - begin) / (double)rounds - ideal;
  }
  snprintf(name, sizeof name, "round %s %s %.0f", kind, alone ? "alone" : "together", work_ns);
  print_figure(name, beyond);
}

void measure_rounds(double cores) {
  static const double works[] = {1e3, 1e4, 1e5, 1e6, 1e7};
  double crowd = omp_get_max_threads() / cores;
  if (crowd < 1)
    crowd = 1;
  for (int alone = 0; alone < 2; ++alone)
    for (unsigned i = 0; i < sizeof works / sizeof *works; ++i) {
      /* Long rounds tell something new only where threads have to share the cores. */
      if (works[i] > 2e6 && (alone || crowd <= 1))
        continue;
      measure("barrier", barriers, alone, works[i], crowd);
      measure("region", regions, alone, works[i], crowd);
    }
}
