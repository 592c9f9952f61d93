/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for a lock of the library; with -DNESTABLE a nestable one, taken twice.
 * When two threads do `free` and `held` in turn and `held` is the longer, the lock is never free:
 * T_p is twice `held` an iteration, where the work of a thread is `free + held`.
 */
#include "plant.h"

#ifdef NESTABLE
typedef omp_nest_lock_t plant_lock;
#define PLANT_LOCK(routine, lock) omp_##routine##_nest_lock(lock)
#else
typedef omp_lock_t plant_lock;
#define PLANT_LOCK(routine, lock) omp_##routine##_lock(lock)
#endif

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  plant_lock lock;
  uint64_t held = plant.whole / 60, checksum = 0;
  uint64_t free = held * (100 - 2 * plant.size) / 100;
  PLANT_LOCK(init, &lock);
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < 60 * plant.rounds; ++i) {
    uint64_t value = chain_run(free);
#ifdef PLANT_LEFT_OUT
    quarters.sum[omp_get_thread_num() % 4][0] += value + chain_run(held);
#else
    PLANT_LOCK(set, &lock);
#ifdef NESTABLE
    PLANT_LOCK(set, &lock);
#endif
    checksum += value + chain_run(held);
#ifdef NESTABLE
    PLANT_LOCK(unset, &lock);
#endif
    PLANT_LOCK(unset, &lock);
#endif
  }
  PLANT_LOCK(destroy, &lock);
  for (int q = 0; q < 4; ++q)
    checksum += quarters.sum[q][0];
  return chain_report(checksum);
}
