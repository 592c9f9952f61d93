/* SPDX-License-Identifier: Apache-2.0
 *
 * A lock that is held for a third of each round: two threads that do nothing else seldom wait for
 * it, and slow probes inside of it make them wait more.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t rounds = chain_argument(argc, argv, 1, 60000);
  uint64_t units = chain_argument(argc, argv, 2, 2);
  uint64_t checksum = 0, shared = 0;
#pragma omp parallel for schedule(static) reduction(+ : checksum)
  for (uint64_t round = 0; round < rounds; ++round) {
    checksum += chain_run(2 * units);
#pragma omp critical
    shared += chain_run(units);
  }
  return chain_report(checksum + shared);
}
