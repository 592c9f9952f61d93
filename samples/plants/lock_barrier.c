/* SPDX-License-Identifier: Apache-2.0
 *
 * A critical right before a barrier: one thread waits for the lock, the other one at the barrier for
 * the thread that waited.  Both waits are of the lock.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t held = plant.share / 2, even = plant.whole - 2 * plant.share, checksum = 0;
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q) {
#ifdef PLANT_LEFT_OUT
      quarters.sum[q][0] += chain_run(held);
#else
#pragma omp critical
      checksum += chain_run(held);
#endif
    }
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, checksum);
}
