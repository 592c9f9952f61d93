/* SPDX-License-Identifier: Apache-2.0
 *
 * Additional computation: the parallel program does more than the serial one in every iteration.
 * With -DEXTRA the text of the loop says so; with -DEXTRA_BY_OPENMP the text is that of the serial
 * program, and only what is compiled with OpenMP does more.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t work = plant.whole - plant.share, extra = 0, ignored = 0;
#if defined(EXTRA) || (defined(EXTRA_BY_OPENMP) && defined(_OPENMP))
#ifndef PLANT_LEFT_OUT
  extra = plant.share;
#endif
#endif
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp parallel for schedule(static) reduction(+ : ignored)
    for (int q = 0; q < 4; ++q) {
      quarters.sum[q][0] += chain_run(work / 2);
#ifdef EXTRA
      ignored += chain_run(extra / 2);
#else
      if (extra)
        ignored += chain_run(extra / 2);
#endif
    }
  }
  if (ignored == 1)
    printf("the chain had no effect\n");
  return quarters_report(&quarters, 0);
}
