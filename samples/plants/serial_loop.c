/* SPDX-License-Identifier: Apache-2.0
 *
 * Unparallelised code: a loop between two regions, as of a program that is made parallel loop by loop.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part;
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
#endif
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(part / 4);
  }
  return quarters_report(&quarters, 0);
}
