/* SPDX-License-Identifier: Apache-2.0
 *
 * A wait that the program made itself: one thread does a part, the others spin on a flag until it is
 * done.  Without the plant the team shares the same work out.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, checksum = 0;
#ifndef PLANT_LEFT_OUT
  uint64_t done = 0;
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(part / 4);
#else
    if (omp_get_thread_num() == 0) {
      checksum += chain_run(part);
#pragma omp atomic write
      done = round + 1;
    }
    uint64_t seen = 0;
    while (seen <= round) {
#pragma omp atomic read
      seen = done;
    }
#endif
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, checksum);
}
