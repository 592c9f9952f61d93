/* SPDX-License-Identifier: Apache-2.0 */
#include "share.h"

void share_unevenly(uint64_t half, uint64_t quarter[4]) {
#pragma omp for schedule(static)
  for (int i = 0; i < 4; ++i)
    quarter[i] += chain_run(i < 2 ? half : 3 * half);
  share_evenly(half, quarter);
}
