/* SPDX-License-Identifier: Apache-2.0
 *
 * Constructs in functions: an orphaned loop, reached from two regions and once from serial code
 * (there it has a team of one).  Per round 1 part of serial work in the orphaned loop, and two
 * regions with 1:3 imbalance of 2 parts each: T_s = 5, T_p = 1 + 2 * 1.5 = 4 at p = 2, of which
 * 12.5 % is unparallelised and 25 % imbalance.
 */
#include "chain.h"

static uint64_t quarter[4];

static void share(uint64_t low, uint64_t high) {
#pragma omp for schedule(static)
  for (int i = 0; i < 4; ++i)
    quarter[i] += chain_run(i < 2 ? low : high);
}

static void first(uint64_t part) {
#pragma omp parallel
  share(part / 4, 3 * part / 4);
}

static void second(uint64_t part) {
#pragma omp parallel
  {
    share(part / 4, 3 * part / 4);
  }
}

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 4000);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
    share(part / 4, part / 4);
    first(part);
    second(part);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
