/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers at the ends of many short loops; without the plant the loops are `nowait`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = plant_piece(&plant, plant.size) / 2;
#pragma omp parallel
  for (uint64_t i = 0; i < plant.size; ++i) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_steps(steps);
  }
  return quarters_report(&quarters, 0);
}
