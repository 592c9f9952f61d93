/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating tasks: each is run at once by its creator (`if(0)`), so there is nothing to fetch.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t steps = 2 * plant_piece(&plant, plant.size);
#pragma omp parallel for schedule(static)
  for (uint64_t i = 0; i < plant.size; ++i) {
#ifndef PLANT_LEFT_OUT
#pragma omp task if (0) shared(quarters)
#endif
    quarters.sum[omp_get_thread_num() % 4][0] += chain_steps(steps);
  }
  return chain_report(quarters.sum[0][0] + quarters.sum[1][0] + quarters.sum[2][0] +
                      quarters.sum[3][0]);
}
