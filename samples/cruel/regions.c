/* SPDX-License-Identifier: Apache-2.0
 *
 * A region every few microseconds, from three places, one of them with a loop and a single in it.
 */
#include "../chain.h"

static uint64_t whole(uint64_t steps) {
  uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < 8; ++i)
    sum += chain_steps(steps) >> 8;
  return sum;
}

static uint64_t parts(uint64_t steps) {
  uint64_t sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 8; ++i)
      sum += chain_steps(steps) >> 8;
#pragma omp single
    sum += chain_steps(steps / 4) >> 8;
  }
  return sum;
}

int main(int argc, char **argv) {
  uint64_t steps = chain_argument(argc, argv, 1, 300);
  uint64_t times = chain_argument(argc, argv, 2, 40000);
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
    checksum = checksum * 31 + whole(steps);
    if (t % 3 == 0)
      checksum += parts(steps);
    if (t % 7 == 0)
      checksum ^= whole(steps / 2);
  }
  return chain_report(checksum);
}
