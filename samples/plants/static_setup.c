/* SPDX-License-Identifier: Apache-2.0
 *
 * Scheduling: setting up many short static loops.  Without the plant each thread takes its
 * iterations by its number.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = plant_piece(&plant, plant.size) / 2;
#pragma omp parallel
  for (uint64_t i = 0; i < plant.size; ++i) {
#ifdef PLANT_LEFT_OUT
    quarters_run(&quarters, omp_get_thread_num(), omp_get_num_threads(), steps);
#else
#pragma omp for schedule(static, 1) nowait
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_steps(steps);
#endif
  }
  return quarters_report(&quarters, 0);
}
