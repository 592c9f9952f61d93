/* SPDX-License-Identifier: Apache-2.0
 *
 * Replicated work: every thread does the same 1 part, half of it in a loop of its own and half in
 * plain code of the region; then a balanced loop shares out 2 parts.  T_s = 3 and T_p = 1 + 2/p,
 * of which (p-1)/p is replicated: 25 % of T_p at p = 2.
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
      uint64_t factor = chain_run(part / 2);
      for (int k = 0; k < 10; ++k)
        factor += chain_run(part / 20);
#pragma omp for schedule(static)
      for (int i = 0; i < 4; ++i)
        quarter[i] += factor * chain_run(part / 2);
    }
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
