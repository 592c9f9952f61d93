/* SPDX-License-Identifier: Apache-2.0
 *
 * Unparallelised code: `times` times 3 parts of serial work, then a balanced region of 2 parts
 * (at p = 2: 1 part a thread).  T_p = 3 + 2/p, of which (p-1)/p * 3 is unparallelised: 37.5 % of
 * T_p at p = 2.  No thread ever waits for another: the imbalance is 0.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 4000);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
    checksum += chain_run(3 * part);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 4; ++i)
      quarter[i] += chain_run(part / 2);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
