/* SPDX-License-Identifier: Apache-2.0
 *
 * Fork and join: each thread of a region begins with a copy of its own, made by a constructor.
 * Without the plant the region copies nothing.  With -DFIRST_ONLY the first of all regions alone
 * copies, for all of them: that is the first use of the runtime.
 */
#include "copied.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {};
  uint64_t work = plant.whole - plant.share;
#ifdef FIRST_ONLY
  Copied copied(plant.share * plant.rounds);
#else
  Copied copied(plant.share);
#endif
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp parallel
#else
#pragma omp parallel firstprivate(copied)
#endif
    {
      copied.use();
#pragma omp for schedule(static)
      for (int q = 0; q < 4; ++q)
        quarters.sum[q][0] += chain_run(work / 2);
    }
#ifdef FIRST_ONLY
    copied.empty();
#endif
  }
  return quarters_report(&quarters, 0);
}
