/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for a critical.
 * When two threads do `free` and `held` in turn and `held` is the longer, the lock is never free:
 * T_p is twice `held` an iteration, where the work of a thread is `free + held`.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t held = plant.whole / 60, checksum = 0;
  uint64_t free = held * (100 - 2 * plant.size) / 100;
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < 60 * plant.rounds; ++i) {
    uint64_t value = chain_run(free);
#ifdef PLANT_LEFT_OUT
    quarters.sum[omp_get_thread_num() % 4][0] += value + chain_run(held);
#else
#pragma omp critical
    checksum += value + chain_run(held);
#endif
  }
  for (int q = 0; q < 4; ++q)
    checksum += quarters.sum[q][0];
  return chain_report(checksum);
}
