/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance of work that is shared out by thread number: straight code of a region, and a barrier.
 */
#include "plant.h"

/* Without a directive, as such programs are: the thread takes the quarters that are its. */
__attribute__((noinline)) static void run_mine(struct quarters *quarters, uint64_t light,
                                               uint64_t heavy) {
  int threads = omp_get_num_threads();
  for (int q = 0; q < 4; ++q)
    if (q * threads / 4 == omp_get_thread_num())
      quarters->sum[q][0] += chain_run(q < 2 ? light : heavy);
}

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
#ifdef PLANT_LEFT_OUT
  uint64_t light = (plant.whole - plant.share) / 2, heavy = light;
#else
  uint64_t light = (plant.whole - 2 * plant.share) / 2, heavy = plant.whole / 2;
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
    run_mine(&quarters, light, heavy);
#pragma omp barrier
  }
  return quarters_report(&quarters, 0);
}
