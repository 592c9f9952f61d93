/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers: each thread does the same small amount between many of them.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = plant_piece(&plant, plant.size) / 2;
#pragma omp parallel
  for (uint64_t i = 0; i < plant.size; ++i) {
    quarters_run(&quarters, omp_get_thread_num(), omp_get_num_threads(), steps);
#ifndef PLANT_LEFT_OUT
#pragma omp barrier
#endif
  }
  return quarters_report(&quarters, 0);
}
