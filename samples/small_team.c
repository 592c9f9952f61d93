/* SPDX-License-Identifier: Apache-2.0
 *
 * Teams smaller than asked: 1/2 part in a region of num_threads(1), 1/2 part in one with if(0),
 * then a balanced loop of 2 parts.  T_p = 1 + 2/p, of which (p-1)/p is partially parallelised
 * code: 25 % of T_p at p = 2.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 8000);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel num_threads(1)
    checksum += chain_run(part / 2);
#pragma omp parallel if (0)
    checksum += chain_run(part / 2);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 4; ++i)
      quarter[i] += chain_run(part / 2);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
