/* SPDX-License-Identifier: Apache-2.0
 *
 * Partially parallelised: a part of the work is a region of one thread, by `num_threads`, or with
 * -DBY_IF by `if`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part;
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
#elif defined(BY_IF)
#pragma omp parallel for schedule(static) if (round > plant.rounds)
#else
#pragma omp parallel for schedule(static) num_threads(1)
#endif
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(part / 4);
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, 0);
}
