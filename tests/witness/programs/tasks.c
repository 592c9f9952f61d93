/* SPDX-License-Identifier: Apache-2.0
 * Tasks of unequal size from a single, and a large one that the others wait for. 5 * 31 tasks. */
#include "work.h"

int main(void) {
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 30; ++i) {
#pragma omp task firstprivate(i)
        work(400 * i);
      }
#pragma omp taskwait
#pragma omp task
      work(100000);
    }
  }
  return 0;
}
