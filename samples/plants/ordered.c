/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for one's turn in an ordered region.
 * When two threads do `free` and `held` in turn and `held` is the longer, the lock is never free:
 * T_p is twice `held` an iteration, where the work of a thread is `free + held`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t held = plant.whole / 60;
  uint64_t free = held * (100 - 2 * plant.size) / 100;
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static, 1)
#else
#pragma omp parallel for schedule(static, 1) ordered
#endif
  for (uint64_t i = 0; i < 60 * plant.rounds; ++i) {
    uint64_t value = chain_run(free);
#ifndef PLANT_LEFT_OUT
#pragma omp ordered
#endif
    quarters.sum[i % 4][0] += value + chain_run(held);
  }
  return quarters_report(&quarters, 0);
}
