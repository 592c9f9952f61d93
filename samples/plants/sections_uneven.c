/* SPDX-License-Identifier: Apache-2.0
 *
 * Two sections of unequal length.  No schedule could even that out, so it is partially parallelised
 * code, not load imbalance.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
#ifdef PLANT_LEFT_OUT
  uint64_t light = plant.whole - plant.share, heavy = light;
#else
  uint64_t light = plant.whole - 2 * plant.share, heavy = plant.whole;
#endif
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel sections
    {
#pragma omp section
      quarters.sum[0][0] += chain_run(light);
#pragma omp section
      quarters.sum[1][0] += chain_run(heavy);
    }
  }
  return quarters_report(&quarters, 0);
}
