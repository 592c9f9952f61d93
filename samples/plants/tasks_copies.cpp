/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating tasks: each gets a copy of its own, made by a constructor in the thread that creates it.
 * Without the plant the tasks copy nothing.
 */
#include "copied.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {};
  uint64_t work = plant.whole - plant.share;
  Copied copied(plant.share / 2);
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel for schedule(static)
    for (int q = 0; q < 4; ++q) {
#ifdef PLANT_LEFT_OUT
#pragma omp task shared(quarters, copied)
#else
#pragma omp task shared(quarters) firstprivate(copied)
#endif
      {
        copied.use();
        quarters.sum[q][0] += chain_run(work / 2);
      }
    }
  }
  return quarters_report(&quarters, 0);
}
