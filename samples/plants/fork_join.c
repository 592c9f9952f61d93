/* SPDX-License-Identifier: Apache-2.0
 *
 * Fork and join: the work is cut into many small regions.  Without the plant it is one region.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = plant_piece(&plant, plant.size) / 2;
#ifdef PLANT_LEFT_OUT
#pragma omp parallel
  for (uint64_t i = 0; i < plant.size; ++i)
    quarters_run(&quarters, omp_get_thread_num(), omp_get_num_threads(), steps);
#else
  for (uint64_t i = 0; i < plant.size; ++i) {
#pragma omp parallel
    quarters_run(&quarters, omp_get_thread_num(), omp_get_num_threads(), steps);
  }
#endif
  return quarters_report(&quarters, 0);
}
