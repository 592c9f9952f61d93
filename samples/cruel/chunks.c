/* SPDX-License-Identifier: Apache-2.0
 *
 * Chunks of one short iteration, handed out one by one, in regions of some hundred microseconds.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t iterations = chain_argument(argc, argv, 1, 4000);
  uint64_t times = chain_argument(argc, argv, 2, 1000);
  uint64_t steps = chain_argument(argc, argv, 3, 50);
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
    uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : sum)
    for (uint64_t i = 0; i < iterations; ++i)
      sum += chain_steps(steps + i % 20) >> 8;
    checksum = checksum * 31 + sum;
  }
  return chain_report(checksum);
}
