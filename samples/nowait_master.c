/* SPDX-License-Identifier: Apache-2.0
 *
 * Two constructs without a barrier of their own before one barrier: a balanced loop of 2 parts
 * with `nowait`, then 1 part by the master.  The wait at the region's end was caused by `master`,
 * not by the loop: T_p = 2/p + 1, of which (p-1)/p is partially parallelised code (25 % of T_p at
 * p = 2), and the load imbalance is 0.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 8000);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < 4; ++i)
        quarter[i] += chain_run(part / 2);
#pragma omp master
      checksum += chain_run(part);
    }
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
