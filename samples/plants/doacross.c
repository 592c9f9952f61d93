/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for the iteration before (a doacross loop).
 * When two threads do `free` and `held` in turn and `held` is the longer, the lock is never free:
 * T_p is twice `held` an iteration, where the work of a thread is `free + held`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t held = plant.whole / 60;
  uint64_t free = held * (100 - 2 * plant.size) / 100;
  int times = (int)(60 * plant.rounds);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static, 1)
#else
#pragma omp parallel for schedule(static, 1) ordered(1)
#endif
  for (int i = 0; i < times; ++i) {
    uint64_t value = chain_run(free);
#ifndef PLANT_LEFT_OUT
#pragma omp ordered depend(sink : i - 1)
#endif
    quarters.sum[i % 4][0] += value + chain_run(held);
#ifndef PLANT_LEFT_OUT
#pragma omp ordered depend(source)
#endif
  }
  return quarters_report(&quarters, 0);
}
