/* SPDX-License-Identifier: Apache-2.0
 *
 * Barriers: each thread does the same small amount between many barriers.  What T_p is longer than
 * T_s / p is the cost of the barriers (what one of them costs is the machine's and the runtime's
 * business); no other line has a part in it.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t grain = chain_argument(argc, argv, 1, 5);
  uint64_t times = chain_argument(argc, argv, 2, 16000);
  uint64_t quarter[4][8] = {{0}}; /* a cache line each */
  uint64_t checksum = 0;
#pragma omp parallel
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; ++i)
      quarter[i][0] += chain_run(grain);
#ifndef BARRIERS_LEFT_OUT /* what the barriers cost: by leaving them out */
#pragma omp barrier
#endif
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i][0];
  return chain_report(checksum);
}
