/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions and loops with an imbalance of their own: the upper half of the iterations is twice as
 * long. What slow probes add to each loop is the same for both threads, and hides no waiting.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t rounds = chain_argument(argc, argv, 1, 4000);
  uint64_t rows = chain_argument(argc, argv, 2, 20);
  uint64_t checksum = 0;
  for (uint64_t round = 0; round < rounds; ++round) {
#pragma omp parallel reduction(+ : checksum)
    {
#pragma omp for schedule(static)
      for (uint64_t row = 0; row < rows; ++row)
        checksum += chain_run(row < rows / 2 ? 1 : 2);
#pragma omp for schedule(static)
      for (uint64_t row = 0; row < rows; ++row)
        checksum += chain_run(1);
    }
  }
  return chain_report(checksum);
}
