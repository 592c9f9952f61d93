/* SPDX-License-Identifier: Apache-2.0
 *
 * No overhead at all: balanced loops, nothing between them.  What a table shows here beside
 * T_s / p is what the runtime costs, and what the table gets wrong.
 */
#include "chain.h"

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 4000);
  uint64_t times = chain_argument(argc, argv, 2, 20);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 4; ++i)
      quarter[i] += chain_run(part);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
