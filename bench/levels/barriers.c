/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions, barriers, loops and critical sections, each more frequent than the one before.  All
 * threads do the same between barriers.  Built without OpenMP it is the serial program.
 */
#include "work.h"

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 32);
  uint64_t pieces = chain_argument(argc, argv, 2, 6);
  uint64_t loops = chain_argument(argc, argv, 3, 5);
  uint64_t barriers = chain_argument(argc, argv, 4, 8);
  uint64_t times = chain_argument(argc, argv, 5, 10000);
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
      int me = omp_get_thread_num() % THREADS;
      struct slot *mine = &slots[me];
      for (uint64_t b = 0; b < barriers; ++b) {
        for (uint64_t l = 0; l < loops; ++l) {
#pragma omp for schedule(static) nowait
          for (int i = 0; i < THREADS; ++i)
            step(mine, steps / 8);
          for (uint64_t k = 0; k < pieces; ++k)
            if (me % 2 == 0) {
#pragma omp critical(even)
              step(mine, steps);
            } else {
#pragma omp critical(odd)
              step(mine, steps);
            }
        }
#pragma omp barrier
      }
    }
  }
  for (int i = 0; i < THREADS; ++i)
    checksum += slots[i].sum;
  return chain_report(checksum != 0);
}
