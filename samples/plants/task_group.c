/* SPDX-License-Identifier: Apache-2.0
 *
 * Lack of tasks: others are created only when a taskgroup of one large task is over.
 * Without the plant the group has four tasks.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, checksum = 0;
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp single
    {
#pragma omp taskgroup
      {
#ifdef PLANT_LEFT_OUT
        for (int q = 0; q < 4; ++q) {
#pragma omp task shared(quarters) firstprivate(q)
          quarters.sum[q][0] += chain_run(part / 4);
        }
#else
#pragma omp task shared(checksum)
        checksum += chain_run(part);
#endif
      }
      for (int q = 0; q < 4; ++q) {
#pragma omp task shared(quarters) firstprivate(q)
        quarters.sum[q][0] += chain_run(even / 2);
      }
    }
  }
  return quarters_report(&quarters, checksum);
}
