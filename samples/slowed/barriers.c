/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers between threads that pass unequally many probes: the work of each phase is the same for
 * all, but thread t takes 3 t + 1 locks of its own in it. Slow probes make thread 0 wait for the
 * last one, which it does not have to without them.
 */
#include "../chain.h"

#include <omp.h>

static uint64_t own_part(uint64_t units, int locks, omp_lock_t *lock) {
  uint64_t sum = 0;
  for (int i = 0; i < locks; ++i) {
    omp_set_lock(lock);
    sum += chain_steps(units * CHAIN_STEPS / (uint64_t)locks);
    omp_unset_lock(lock);
  }
  return sum;
}

int main(int argc, char **argv) {
  uint64_t phases = chain_argument(argc, argv, 1, 20000);
  uint64_t units = chain_argument(argc, argv, 2, 8);
  uint64_t checksum = 0;
#pragma omp parallel reduction(+ : checksum)
  {
    omp_lock_t lock;
    omp_init_lock(&lock);
    for (uint64_t phase = 0; phase < phases; ++phase) {
      uint64_t sum = own_part(units, 3 * omp_get_thread_num() + 1, &lock);
      checksum += sum >> 63;
#pragma omp barrier
    }
    omp_destroy_lock(&lock);
  }
  return chain_report(checksum != 0);
}
