/* SPDX-License-Identifier: Apache-2.0
 *
 * Work as most programs do it: independent operations, as many at once as the core can.  (A chain of
 * dependent ones leaves most of the core idle, and it executes probes beside it for next to nothing:
 * bench/probe_cost.)  A step is about 2 ns.
 */
#ifndef TARE_BENCH_LEVELS_WORK_H
#define TARE_BENCH_LEVELS_WORK_H

#include "chain.h"

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
#endif

enum { THREADS = 16 };

static struct slot {
  uint64_t sum;
  char line[128]; /* no two threads' in one cache line */
} slots[THREADS];

__attribute__((noinline)) static uint64_t work_steps(uint64_t steps) {
  uint64_t a = steps, b = 3, c = 5, d = 7;
  for (uint64_t step = 0; step < steps; ++step) {
    a += b ^ step, b += c & step, c += d | step, d += a ^ step;
    a ^= a << 3, b ^= b >> 5, c ^= c << 7, d ^= d >> 9;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
  return a + b + c + d;
}

static void step(struct slot *slot, uint64_t steps) { slot->sum += work_steps(steps); }

#endif
