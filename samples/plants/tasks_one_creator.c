/* SPDX-License-Identifier: Apache-2.0
 *
 * One thread creates many short tasks for all.  Without the plant they are iterations of a loop.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = 2 * plant_piece(&plant, plant.size);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < plant.size; ++i)
    quarters.sum[omp_get_thread_num() % 4][0] += chain_steps(steps);
#else
#pragma omp parallel
#pragma omp single
  for (uint64_t i = 0; i < plant.size; ++i) {
#pragma omp task shared(quarters) firstprivate(steps)
    quarters.sum[omp_get_thread_num() % 4][0] += chain_steps(steps);
  }
#endif
  return chain_report(quarters.sum[0][0] + quarters.sum[1][0] + quarters.sum[2][0] +
                      quarters.sum[3][0]);
}
