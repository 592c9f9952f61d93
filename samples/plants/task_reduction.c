/* SPDX-License-Identifier: Apache-2.0
 *
 * Lack of tasks in a reduction over tasks: one large task takes part in it, and others are created
 * only when it is over. Without the plant four tasks take part.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, sum = 0;
#ifdef PLANT_LEFT_OUT
  const int tasks = 4;
#else
  const int tasks = 1;
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
      for (int task = 0; task < tasks; ++task) {
#pragma omp task in_reduction(+ : sum)
        sum += chain_run(part / tasks);
      }
      for (int q = 0; q < 4; ++q) {
#pragma omp task shared(quarters) firstprivate(q)
        quarters.sum[q][0] += chain_run(even / 2);
      }
    }
  }
  return quarters_report(&quarters, sum);
}
