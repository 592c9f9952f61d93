/* SPDX-License-Identifier: Apache-2.0
 *
 * A nested region that is serialised, as nesting is off unless asked for.  The outer loop is
 * balanced and every inner region runs on its caller alone, which is no loss: the other threads
 * are at work too.  Every overhead is 0.
 */
#include "chain.h"

static uint64_t inner(uint64_t units) {
  uint64_t quarter[4];
#pragma omp parallel for schedule(static)
  for (int k = 0; k < 4; ++k)
    quarter[k] = chain_run(units / 4);
  return quarter[0] + quarter[1] + quarter[2] + quarter[3];
}

int main(int argc, char **argv) {
  uint64_t part = chain_argument(argc, argv, 1, 4000);
  uint64_t times = chain_argument(argc, argv, 2, 20);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 4; ++i)
      quarter[i] += inner(part);
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
