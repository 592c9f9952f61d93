/* SPDX-License-Identifier: Apache-2.0
 *
 * A lock in an inner loop: every 100 nanoseconds or so, in one region.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t rows = chain_argument(argc, argv, 1, 2000);
  uint64_t columns = chain_argument(argc, argv, 2, 1000);
  uint64_t steps = chain_argument(argc, argv, 3, 40);
  uint64_t checksum = 0;
#pragma omp parallel for schedule(static)
  for (uint64_t row = 0; row < rows; ++row)
    for (uint64_t column = 0; column < columns; ++column) {
      uint64_t cell = chain_steps(steps) >> 32;
#pragma omp critical
      checksum += cell;
    }
  return chain_report(checksum);
}
