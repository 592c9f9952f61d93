/* SPDX-License-Identifier: Apache-2.0
 *
 * Lack of tasks: one large untied task, which may go on with another thread at each of its
 * scheduling points, but runs on one at a time.
 * Without the plant the team shares the same work out.
 */
#include "plant.h"

int main(int argc, char **argv) {
  struct plant plant = plant_of(argc, argv);
  struct quarters quarters = {0};
  uint64_t part = 2 * plant.share, even = plant.whole - part, checksum = 0;
#pragma omp parallel
  for (uint64_t round = 0; round < plant.rounds; ++round) {
#ifdef PLANT_LEFT_OUT
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(part / 4);
#else
#pragma omp single
#pragma omp task untied shared(checksum)
    for (int q = 0; q < 4; ++q) {
      checksum += chain_run(part / 4);
#pragma omp taskyield
    }
#endif
#pragma omp for schedule(static)
    for (int q = 0; q < 4; ++q)
      quarters.sum[q][0] += chain_run(even / 2);
  }
  return quarters_report(&quarters, checksum);
}
