/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating and fetching tasks: every thread creates many short ones, and runs them when it is full
 * or at the barrier.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = 2 * plant_piece(&plant, plant.size);
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < plant.size; ++i) {
#ifndef PLANT_LEFT_OUT
#pragma omp task shared(quarters) firstprivate(steps)
#endif
    quarters.sum[omp_get_thread_num() % 4][0] += chain_steps(steps);
  }
  return chain_report(quarters.sum[0][0] + quarters.sum[1][0] + quarters.sum[2][0] +
                      quarters.sum[3][0]);
}
