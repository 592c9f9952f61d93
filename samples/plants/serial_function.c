/* SPDX-License-Identifier: Apache-2.0
 *
 * Unparallelised code: a function that nobody made parallel.
 */
#include "plant.h"

__attribute__((noinline)) static void forgotten(struct quarters *quarters, uint64_t units) {
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
#endif
  for (int q = 0; q < 4; ++q)
    quarters->sum[q][0] += chain_run(units / 4);
}

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part;
  for (uint64_t round = 0; round < plant.rounds; ++round) {
    forgotten(&quarters, part);
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, 0);
}
