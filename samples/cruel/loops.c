/* SPDX-License-Identifier: Apache-2.0
 *
 * Orphaned loops of about a microsecond without a barrier, and masters, in one long region.
 */
#include "../chain.h"

static uint64_t loop(uint64_t steps) {
  uint64_t sum = 0;
#pragma omp for schedule(static) nowait
  for (int i = 0; i < 4; ++i)
    sum += chain_steps(steps) >> 8;
  return sum;
}

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 250);
  uint64_t times = chain_argument(argc, argv, 2, 200000);
  uint64_t checksum = 0, counted = 0;
#pragma omp parallel reduction(+ : checksum)
  for (uint64_t t = 0; t < times; ++t) {
    checksum += loop(steps);
#pragma omp master
    counted += t;
  }
  return chain_report(checksum + counted);
}
