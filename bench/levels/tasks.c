/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions, loops, waits for tasks, and tasks, each more frequent than the one before.  Tasks are
 * undeferred: whose probes take longer does not decide who executes what.  Built without OpenMP it
 * is the serial program.
 */
#include "work.h"

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 32);
  uint64_t tasks = chain_argument(argc, argv, 2, 2);
  uint64_t waits = chain_argument(argc, argv, 3, 5);
  uint64_t loops = chain_argument(argc, argv, 4, 30);
  uint64_t times = chain_argument(argc, argv, 5, 10000);
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
      struct slot *mine = &slots[omp_get_thread_num() % THREADS];
      for (uint64_t l = 0; l < loops; ++l) {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < THREADS; ++i)
          step(mine, steps / 8);
        for (uint64_t w = 0; w < waits; ++w) {
          for (uint64_t k = 0; k < tasks; ++k) {
#pragma omp task if (0) firstprivate(mine)
            step(mine, steps);
          }
#pragma omp taskwait
        }
      }
    }
  }
  for (int i = 0; i < THREADS; ++i)
    checksum += slots[i].sum;
  return chain_report(checksum != 0);
}
