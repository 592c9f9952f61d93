/* SPDX-License-Identifier: Apache-2.0
 *
 * Scheduling: a loop of many short iterations that are given out one by one.  The first argument is
 * the number of iterations; without the plant the schedule is static.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = 2 * plant_piece(&plant, plant.size);
#ifdef PLANT_LEFT_OUT
#pragma omp parallel for schedule(static)
#else
#pragma omp parallel for schedule(dynamic, 1)
#endif
  for (uint64_t i = 0; i < plant.size; ++i)
    quarters.sum[omp_get_thread_num() % 4][0] += chain_steps(steps);
  return chain_report(quarters.sum[0][0] + quarters.sum[1][0] + quarters.sum[2][0] +
                      quarters.sum[3][0]);
}
