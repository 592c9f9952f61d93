/* SPDX-License-Identifier: Apache-2.0
 *
 * A barrier every microsecond, all in one region.
 */
#include "../chain.h"

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 350);
  uint64_t times = chain_argument(argc, argv, 2, 400000);
  uint64_t checksum = 0;
#pragma omp parallel reduction(+ : checksum)
  for (uint64_t t = 0; t < times; ++t) {
    checksum += chain_steps(steps) >> 8;
#pragma omp barrier
  }
  return chain_report(checksum ? times : 0); /* of any number of threads */
}
