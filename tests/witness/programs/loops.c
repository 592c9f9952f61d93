/* SPDX-License-Identifier: Apache-2.0
 * Loops of three schedules, triangular: 3 * 5 * 60 iterations, waits at implicit barriers and at
 * the end of the region. */
#include "work.h"

enum { n = 60 };

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
    }
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < n; ++i)
      work(100 * i);
  }
  return 0;
}
