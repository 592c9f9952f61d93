/* SPDX-License-Identifier: Apache-2.0
 * Explicit barriers with unequal work between them, and serial work between regions: it must not
 * become a wait at the end of the region before. Regions 4, barriers 3 a thread and region. */
#include "work.h"
#include <omp.h>

int main(void) {
  for (int round = 0; round < 4; ++round) {
#pragma omp parallel
    for (int step = 0; step < 3; ++step) {
      work((1 + omp_get_thread_num()) * 20000);
#pragma omp barrier
    }
    work(50000);
  }
  return 0;
}
