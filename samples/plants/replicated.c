/* SPDX-License-Identifier: Apache-2.0
 *
 * Replicated work: every thread does a part that the serial program does once.
 * Without the plant the team shares the same work out.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, checksum = 0;
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(part / 4);
#else
    uint64_t mine = chain_run(part);
    if (omp_get_thread_num() == 0)
      checksum += mine;
#endif
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, checksum);
}
