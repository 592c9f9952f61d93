/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance in another unit: per round 4 parts with imbalance 1:3 and twice 2 balanced parts.
 * T_s = 8, T_p = 3 + 2 = 5 at p = 2, of which 20 % is imbalance.
 */
#include "share.h"

int main(int argc, char **argv) {
  uint64_t half = chain_argument(argc, argv, 1, 2000);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
      share_unevenly(half, quarter);
      share_evenly(half, quarter);
    }
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
