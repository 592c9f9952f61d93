/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance of a chain of `nowait` loops: the first and the third are uneven, the second is
 * even.  Each of the uneven ones has half of the overhead, which shows at one barrier only.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t even = plant.whole / 20, heavy = plant.whole / 4 - even / 2;
#ifdef PLANT_LEFT_OUT
  uint64_t light = heavy - plant.share / 4;
  heavy = light;
#else
  uint64_t light = heavy - plant.share / 2;
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp for schedule(static) nowait
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(q < 2 ? light : heavy);
#pragma omp for schedule(static) nowait
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even);
#pragma omp for schedule(static) nowait
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(q < 2 ? light : heavy);
#pragma omp barrier
  }
  return quarters_report(&quarters, 0);
}
