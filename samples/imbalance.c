/* SPDX-License-Identifier: Apache-2.0
 *
 * Load imbalance 1:3.  Four iterations of 1, 1, 3, 3 half parts, dealt out in blocks: at p = 2 one
 * thread has 1 part and the other 3, so T_p = 3 where T_s = 4, and E_p = 4 / (2 * 3) = 0.667.
 * At p = 4 the same: T_p = 1.5 where T_s / p = 1.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t half = chain_argument(argc, argv, 1, 3600);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 4; ++i)
      quarter[i] += chain_run(i < 2 ? half : 3 * half);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
