/* SPDX-License-Identifier: Apache-2.0
 *
 * Four kinds of constructs, each more frequent than the one before: regions, loops, locks, critical
 * sections.  No thread waits for another but at a region's end: each has its own lock, and its own
 * name of critical.  Built without OpenMP it is the serial program.
 */
#include "work.h"

#ifdef _OPENMP
static struct {
  omp_lock_t lock;
  char line[128];
} locks[THREADS];
#endif

static void locked(int i, uint64_t steps) {
#ifdef _OPENMP
  omp_set_lock(&locks[i].lock);
#endif
  step(&slots[i], steps);
#ifdef _OPENMP
  omp_unset_lock(&locks[i].lock);
#endif
}

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 32);
  uint64_t criticals = chain_argument(argc, argv, 2, 6);
  uint64_t locked_times = chain_argument(argc, argv, 3, 5);
  uint64_t loops = chain_argument(argc, argv, 4, 30);
  uint64_t times = chain_argument(argc, argv, 5, 10000);
  uint64_t checksum = 0;
#ifdef _OPENMP
  for (int i = 0; i < THREADS; ++i)
    omp_init_lock(&locks[i].lock);
#endif
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
      int me = omp_get_thread_num() % THREADS;
      struct slot *mine = &slots[me];
      for (uint64_t l = 0; l < loops; ++l) {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < THREADS; ++i)
          step(mine, steps / 8);
        for (uint64_t k = 0; k < locked_times; ++k)
          locked(me, steps);
        for (uint64_t k = 0; k < criticals; ++k)
          if (me % 2 == 0) {
#pragma omp critical(even)
            step(mine, steps);
          } else {
#pragma omp critical(odd)
            step(mine, steps);
          }
      }
    }
  }
  for (int i = 0; i < THREADS; ++i)
    checksum += slots[i].sum;
  return chain_report(checksum != 0);
}
