/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance: blocks of iterations of which the second half is heavy, in a region each.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
#ifdef PLANT_LEFT_OUT
  uint64_t light = (plant.whole - plant.share) / 2, heavy = light;
#else
  uint64_t light = (plant.whole - 2 * plant.share) / 2, heavy = plant.whole / 2;
#endif
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(q < 2 ? light : heavy);
  }
  return quarters_report(&quarters, 0);
}
