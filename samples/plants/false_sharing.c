/* SPDX-License-Identifier: Apache-2.0
 *
 * Work rate: every thread counts in a place of its own, but all places are in one cache line.  The
 * first argument is how often; without the plant each place has its line.
 */
#include "plant.h"

#ifdef PLANT_LEFT_OUT
#define PLACE 16
#else
#define PLACE 1
#endif

/* A quarter of the work; the counting is no OpenMP atomic, so no probe sees it. */
__attribute__((noinline)) static uint64_t count_along(uint64_t *place, uint64_t times,
                                                      uint64_t steps) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < times; ++i) {
    __atomic_fetch_add(place, 1, __ATOMIC_RELAXED);
    sum += chain_steps(steps);
  }
  return sum;
}

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  static uint64_t places[4 * 16] __attribute__((aligned(128)));
  uint64_t steps = plant_piece(&plant, plant.size) / 2;
#pragma omp parallel for schedule(static)
  for (int q = 0; q < 4; ++q)
    quarters.sum[q][0] += count_along(&places[q * PLACE], plant.size, steps);
  return quarters_report(&quarters, places[0]);
}
