/* SPDX-License-Identifier: Apache-2.0
 *
 * Work shared out by thread number, without a worksharing construct: each thread takes its own
 * range of the iterations.  At first sight this is work that every thread repeats; counting the
 * iterations tells that it is not, and the replicated work is 0.  Imbalance 1:3 as in imbalance.c:
 * a third of T_p at p = 2 and at p = 4.
 */
#include "chain.h"

#include <omp.h>

int main(int argc, char **argv) {
  uint64_t half = chain_argument(argc, argv, 1, 3600);
  uint64_t times = chain_argument(argc, argv, 2, 10);
  uint64_t quarter[4] = {0, 0, 0, 0};
  uint64_t checksum = 0;
  for (uint64_t t = 0; t < times; ++t) {
#pragma omp parallel
    {
      int me = omp_get_thread_num(), team = omp_get_num_threads();
      int low = 4 * me / team, high = 4 * (me + 1) / team;
      for (int i = low; i < high; ++i)
        quarter[i] += chain_run(i < 2 ? half : 3 * half);
    }
  }
  for (int i = 0; i < 4; ++i)
    checksum = checksum * 31 + quarter[i];
  return chain_report(checksum);
}
