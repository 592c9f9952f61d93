/* SPDX-License-Identifier: Apache-2.0
 *
 * A program of two units.  The region is in the one, the loop that it shares out in the other, and
 * a construct in this header is compiled into both.
 */
#ifndef TARE_SAMPLES_SHARE_H
#define TARE_SAMPLES_SHARE_H

#include "../chain.h"

/* 1:3: the first two of four iterations cost `half`, the last two 3 * half. */
void share_unevenly(uint64_t half, uint64_t quarter[4]);

static inline void share_evenly(uint64_t half, uint64_t quarter[4]) {
#pragma omp for schedule(static)
  for (int i = 0; i < 4; ++i)
    quarter[i] += chain_run(half);
}

#endif
