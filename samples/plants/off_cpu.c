/* SPDX-License-Identifier: Apache-2.0
 *
 * Time without a core: an even program.  What is planted is a process beside it that takes a share of
 * one core; the arguments do not change it.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(plant.whole / 2);
  }
  return quarters_report(&quarters, 0);
}
