/* SPDX-License-Identifier: Apache-2.0
 * Loops of three schedules, triangular: 3 * 5 * 60 iterations, waits at implicit barriers and at
 * the end of the region. An orphaned loop: 5 * 10 iterations, and 5 * 10 outside of any region. */
#include "work.h"

enum { n = 60 };

static void orphaned(void) {
#pragma omp for
  for (int i = 0; i < 10; ++i)
    work(50);
}

int main(void) {
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
      for (int i = 0; i < n; ++i)
        work(100 * i);
#pragma omp for schedule(dynamic, 4)
      for (int i = 0; i < n; ++i)
        work(100 * i);
      orphaned();
    }
    orphaned();
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; ++i)
      work(100 * i);
  }
  return 0;
}
