/* SPDX-License-Identifier: Apache-2.0
 *
 * Lack of tasks: four tasks, each of which depends on the one before; one thread has nothing to run.
 * Without the plant they do not depend on each other.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part;
#if defined(_OPENMP) && !defined(PLANT_LEFT_OUT)
  int link = 0;
#endif
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#pragma omp single
    for (int q = 0; q < 4; ++q) {
#ifdef PLANT_LEFT_OUT
#pragma omp task shared(quarters) firstprivate(q)
#else
#pragma omp task shared(quarters) firstprivate(q) depend(inout : link)
#endif
      quarters.sum[q][0] += chain_run(part / 4);
    }
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, 0);
}
